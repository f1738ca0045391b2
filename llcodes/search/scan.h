// Scans of codes in 32-bit or 64-bit lanes by the best kernel this CPU has.
//
// One file a kernel, each compiled for its instruction set, as in core/hamming.h; all give the same
// numbers and pass the same tests.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/search/row_key.h"

namespace llcodes {

/// Codes in 32-bit lanes (`words` 0, `narrow` set) or in 1 to 4 words each (`wide` set).
struct ScanArray {
  const std::uint32_t* narrow = nullptr;
  const Word* wide = nullptr;
  std::size_t count = 0;
  int words = 0;

  ScanArray slice(std::size_t begin, std::size_t size) const {
    return {narrow ? narrow + begin : nullptr,
            wide ? wide + begin * static_cast<std::size_t>(words) : nullptr, size, words};
  }
};

struct ScanKernel {
  const char* name;
  /// Writes row_key(distance, i) of every code i within `limit` (0 or more), by ascending i, and
  /// returns their number; `keys` has room for all codes and kScanSlack more.
  std::size_t (*within)(const Word* query, ScanArray codes, int limit, RowKey* keys);
  /// Writes every distance and returns the lowest, or a large number if there is no code;
  /// `distances` has room for all codes and kScanSlack more.
  int (*distances)(const Word* query, ScanArray codes, std::uint16_t* distances);
};

inline constexpr std::size_t kScanSlack = 16;

/// The kernels this CPU can run, slowest first; the last one is `scan_kernel()`.
const std::vector<const ScanKernel*>& scan_kernels();
const ScanKernel& scan_kernel();

}  // namespace llcodes
