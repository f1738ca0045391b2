#include "llcodes/search/offsets.h"

#include <vector>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

[[noreturn]] void refuse(const NamedNumbers& numbers, std::size_t found, const char* expected) {
  throw FormatError(numbers.path, "tensor " + shown(numbers.name), std::to_string(found),
                    std::string(expected) + "; the file is damaged");
}

}  // namespace

// One flag for the whole array lets the compiler compare many at a time.
void check_offsets(const NamedNumbers& offsets, std::size_t end) {
  const std::span<const std::uint32_t> values = offsets.values;
  if (values.empty() || values.front() != 0) refuse(offsets, values.size(), "offsets from 0 on");
  if (values.back() != end) refuse(offsets, values.back(), "an end at the number of entries");
  bool descends = false;
  for (std::size_t i = 1; i < values.size(); ++i) descends |= values[i] < values[i - 1];
  if (descends) refuse(offsets, values.size(), "offsets that never descend");
}

void check_each_row_once(const NamedNumbers& rows) {
  std::vector<bool> seen(rows.values.size());
  for (const std::uint32_t row : rows.values) {
    if (row >= seen.size() || seen[row]) refuse(rows, row, "every row once");
    seen[row] = true;
  }
}

}  // namespace llcodes
