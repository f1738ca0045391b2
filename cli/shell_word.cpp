#include "cli/shell_word.h"

#include <algorithm>
#include <cctype>

namespace llcodes::cli {

std::string shell_word(const std::string& text) {
  const auto is_plain = [](unsigned char c) {
    return std::isalnum(c) || c >= 0x80 ||
           std::string("/._-+:,=@%").find(char(c)) != std::string::npos;
  };
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return text;
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + "'";
}

}  // namespace llcodes::cli
