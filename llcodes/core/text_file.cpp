#include "llcodes/core/text_file.h"

#include <algorithm>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/printable.h"

namespace llcodes {

std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    lines.emplace_back(text.substr(begin, end - begin));
    if (!lines.back().empty() && lines.back().back() == '\r') lines.back().pop_back();
    begin = end + 1;
  }
  return lines;
}

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view kMark = "\xEF\xBB\xBF";
  return text.starts_with(kMark) ? text.substr(kMark.size()) : text;
}

void check_utf8(std::string_view text, const std::filesystem::path& file, std::size_t first_line) {
  if (is_utf8(text)) return;
  const std::vector<std::string> lines = lines_of(text);
  const auto bad = std::ranges::find_if_not(lines, is_utf8);
  const auto number = first_line + static_cast<std::size_t>(bad - lines.begin());
  throw FormatError(file.string(), "line " + std::to_string(number), shown(printable_name(*bad)),
                    "UTF-8; convert the file, for example with `iconv -f LATIN1 -t UTF-8`");
}

std::string read_utf8(const std::filesystem::path& file) {
  const std::string text = read_text(file);
  check_utf8(text, file);
  return std::string(without_mark(text));
}

}  // namespace llcodes
