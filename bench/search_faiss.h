// FAISS's binary indexes behind one small interface, so that the benchmark reads alike for all.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes::bench {

/// Codes as FAISS wants them: bytes, the width padded to the next of 32 or 64 bits.
struct FaissCodes {
  explicit FaissCodes(const Codes& codes);
  int bits;
  std::size_t count;
  std::vector<std::uint8_t> bytes;
};

struct FaissAnswer {
  std::vector<std::int32_t> distances;
  std::vector<std::int64_t> ids;
};

class FaissIndex {
 public:
  virtual ~FaissIndex() = default;
  /// Searches `count` queries from `first` on with the number of OpenMP threads given.
  virtual void search(const FaissCodes& queries, std::size_t first, std::size_t count,
                      std::size_t k, int threads, FaissAnswer& answer) const = 0;
};

/// The two ways IndexBinaryFlat picks the k best.
std::unique_ptr<FaissIndex> faiss_flat(const FaissCodes& codes, bool use_heap);

/// An approximate index and its setting, from fast and rough to slow and fine.
struct FaissSetting {
  std::string name;
  std::function<void()> apply;  ///< makes the index use this setting
};
struct FaissApproximate {
  std::string name;
  std::unique_ptr<FaissIndex> index;
  std::vector<FaissSetting> settings;
};
std::vector<FaissApproximate> faiss_approximate(const FaissCodes& codes);

}  // namespace llcodes::bench
