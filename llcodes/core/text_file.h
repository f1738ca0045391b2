// Text that people write into files: lines of UTF-8, with or without a byte order mark before them.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

/// Without line ends, of either kind.
std::vector<std::string> lines_of(std::string_view text);

/// The text behind the byte order mark of UTF-8, which some editors put first.
std::string_view without_mark(std::string_view text);

/// Throws FormatError, which names file and line, unless the text is UTF-8: names in JSON, SVG and
/// our files are. `first_line` is the number of the text's first line in the file.
void check_utf8(std::string_view text, const std::filesystem::path& file,
                std::size_t first_line = 1);

/// A whole file of UTF-8, without the mark. Throws as above, or std::system_error.
std::string read_utf8(const std::filesystem::path& file);

}  // namespace llcodes
