// Which rows an answer may hold: the marks of deleted rows and the user's filter, as rows.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace llcodes {

/// One bit a row.
inline bool has_bit(const std::uint64_t* bits, std::uint32_t row) {
  return bits[row / 64] >> row % 64 & 1;
}

struct RowFilter {
  std::uint32_t begin = 0;  ///< rows from begin up to but not including end
  std::uint32_t end = 0;
  const std::uint64_t* dead = nullptr;  ///< bits of deleted rows; null: none is
  const std::int32_t* row_labels = nullptr;
  std::vector<std::int32_t> labels;  ///< ascending; used if row_labels is set
  bool only_allowed = false;
  std::vector<std::uint32_t> allowed_rows;  ///< ascending
  std::vector<std::uint64_t> allowed_bits;

  /// True if every row in [begin, end) is accepted.
  bool accepts_range() const { return !dead && !row_labels && !only_allowed; }
  bool accepts_every(std::size_t rows) const {
    return accepts_range() && begin == 0 && end >= rows;
  }
  bool accepts(std::uint32_t row) const {
    if (row < begin || row >= end) return false;
    if (dead && has_bit(dead, row)) return false;
    if (only_allowed && !has_bit(allowed_bits.data(), row)) return false;
    return !row_labels || std::binary_search(labels.begin(), labels.end(), row_labels[row]);
  }
};

}  // namespace llcodes
