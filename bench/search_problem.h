// Codes to search: learnt-like (around class codes) or uniform.
#pragma once

#include <cstddef>

#include "llcodes/core/code.h"
#include "llcodes/search/code_source.h"

namespace llcodes::bench {

/// Codes made on the fly by counter-based randomness, so that 10^9 of them take no memory.
/// Learnt-like: one of 1000 uniform class codes with each bit flipped with probability `flip`.
class MadeCodes : public CodeSource {
 public:
  struct Options {
    int num_bits = 20;
    std::size_t count = 0;
    double flip = 0;  ///< 0: uniform codes
    std::uint64_t seed = 1;
  };
  explicit MadeCodes(const Options& options);

  int num_bits() const override { return options_.num_bits; }
  std::size_t size() const override { return options_.count; }
  void read(std::size_t begin, std::size_t count, Word* out) const override;

  const Codes& class_codes() const { return classes_; }

 private:
  Options options_;
  Codes classes_;
};

Codes all_of(const CodeSource& source);

}  // namespace llcodes::bench
