// Reading all codes of a source into rows, on several threads, with progress.
#pragma once

#include <functional>

#include "llcodes/core/progress.h"
#include "llcodes/search/code_source.h"
#include "llcodes/search/row_codes.h"

namespace llcodes {

struct ReadOptions {
  int threads = 0;
  Progress progress = {};
  std::string task = "read codes";
};

/// Calls take(begin, count, words) for every chunk of the source, from several threads at once.
/// Throws std::invalid_argument if an unused high bit is set.
void for_each_chunk(
    const CodeSource& source, const ReadOptions& options,
    const std::function<void(std::size_t begin, std::size_t count, const Word* words)>& take);

struct Piece {
  std::size_t begin, count;
};

/// Throws std::invalid_argument if one of the piece's codes has a bit beyond num_bits.
void check_unused_bits(const Word* words, Piece piece, int num_bits);

RowCodes read_codes(const CodeSource& source, const ReadOptions& options);

/// Rows as a source, to build another structure of them; they must outlive it.
class RowCodesSource : public CodeSource {
 public:
  explicit RowCodesSource(const RowCodes& codes) : codes_(codes) {}
  int num_bits() const override { return codes_.num_bits(); }
  std::size_t size() const override { return codes_.size(); }
  void read(std::size_t begin, std::size_t count, Word* out) const override;

 private:
  const RowCodes& codes_;
};

}  // namespace llcodes
