// The reverse of report/base64.h, for what comes back from the page and the browser.
#pragma once

#include <string>
#include <string_view>

namespace llcodes::test {

inline std::string decode_base64(std::string_view text) {
  constexpr std::string_view kDigits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned buffer = 0;
  int bits = 0;
  for (const char c : text) {
    const auto digit = kDigits.find(c);
    if (digit == std::string_view::npos) break;
    buffer = buffer << 6 | static_cast<unsigned>(digit);
    bits += 6;
    if (bits >= 8) bytes += static_cast<char>(buffer >> (bits -= 8) & 255);
  }
  return bytes;
}

}  // namespace llcodes::test
