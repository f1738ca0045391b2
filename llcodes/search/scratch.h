// Memory that a thread reuses from query to query, so that a search allocates nothing.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "llcodes/search/row_key.h"
#include "llcodes/search/top_rows.h"

namespace llcodes {

struct Scratch {
  std::array<TopRows, 16> tops;  ///< one for each query of a group
  std::vector<RowKey> keys;
  std::vector<std::uint16_t> distances;
  std::vector<std::uint32_t> numbers;
  std::vector<std::uint32_t> rows;
};

/// The calling thread's own.
Scratch& thread_scratch();

}  // namespace llcodes
