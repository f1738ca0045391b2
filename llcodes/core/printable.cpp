#include "llcodes/core/printable.h"

#include <cstdio>

namespace llcodes {

std::string on_one_line(std::string_view text) {
  std::string line;
  for (const char character : text) {
    const auto byte = static_cast<unsigned char>(character);
    char escaped[8];
    std::snprintf(escaped, sizeof escaped, "\\x%02X", static_cast<unsigned>(byte));
    line += byte < 0x20 || byte == 0x7f ? std::string(escaped) : std::string(1, character);
  }
  return line;
}

}  // namespace llcodes
