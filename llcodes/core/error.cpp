#include "llcodes/core/error.h"

#include <cstdio>

namespace llcodes {

FormatError::FormatError(std::string_view path, std::string_view field, std::string_view found,
                         std::string_view expected)
    : std::runtime_error(std::string(path) + ": " + std::string(field) + ": found " +
                         std::string(found) + ", expected " + std::string(expected)),
      path_(path),
      field_(field) {}

std::string shown(std::string_view text) {
  constexpr std::size_t kLongest = 80;
  std::string result = "\"";
  for (const char character : text.substr(0, kLongest)) {
    const auto byte = static_cast<unsigned char>(character);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\x%02x", static_cast<unsigned>(byte));
    result += byte < 0x20 || byte == 0x7f ? std::string(escaped) : std::string(1, character);
  }
  return result + (text.size() > kLongest ? "...\"" : "\"");
}

}  // namespace llcodes
