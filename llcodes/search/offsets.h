// Checks of arrays that point into others, for files from outside.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace llcodes {

struct NamedNumbers {
  const std::string& path;
  const char* name;
  std::span<const std::uint32_t> values;
};

/// Throws FormatError unless the offsets begin at 0, never descend and end at `end`.
void check_offsets(const NamedNumbers& offsets, std::size_t end);

/// Throws FormatError unless every number below their count stands once.
void check_each_row_once(const NamedNumbers& rows);

}  // namespace llcodes
