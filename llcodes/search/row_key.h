// A hit as one number that sorts by (distance, row).
#pragma once

#include <cstdint>

namespace llcodes {

using RowKey = std::uint64_t;

constexpr RowKey row_key(int distance, std::uint32_t row) {
  return static_cast<RowKey>(distance) << 32 | row;
}
constexpr int distance_of(RowKey key) { return static_cast<int>(key >> 32); }
constexpr std::uint32_t row_of(RowKey key) { return static_cast<std::uint32_t>(key); }

/// Rows are numbered by 32 bits.
inline constexpr std::uint64_t kMostRows = (std::uint64_t{1} << 32) - 1;

}  // namespace llcodes
