#include "llcodes/core/printable.h"

#include <algorithm>
#include <array>
#include <cstdio>

namespace llcodes {
namespace {

/// Bytes of the UTF-8 character that starts here; 0 if none does.
std::size_t character_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < length) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  // Overlong forms, surrogates, and beyond U+10FFFF.
  const bool is_bad = (first == 0xE0 && byte(1) < 0xA0) || (first == 0xED && byte(1) > 0x9F) ||
                      (first == 0xF0 && byte(1) < 0x90) || (first == 0xF4 && byte(1) > 0x8F);
  return is_bad ? 0 : length;
}

}  // namespace

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

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string printable_name(std::string_view name) {
  std::string text;
  while (!name.empty()) {
    const std::size_t length = character_length(name);
    if (length > 0) {
      text += name.substr(0, length);
    } else {
      std::array<char, 8> code{};
      std::snprintf(code.data(), code.size(), "\\x%02X", static_cast<unsigned char>(name[0]));
      text += code.data();
    }
    name.remove_prefix(std::max<std::size_t>(length, 1));
  }
  return text;
}

}  // namespace llcodes
