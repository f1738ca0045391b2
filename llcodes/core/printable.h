// Names from outside in lines of text. A file name on disk is any bytes, but messages, JSON and our
// files hold UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace llcodes {

/// The text with control characters as \xNN, so that tabs and line ends in a name do not look like
/// those between fields and lines.
std::string on_one_line(std::string_view text);

bool is_utf8(std::string_view text);

/// The name itself if it is UTF-8; otherwise bytes that are none stand as \xNN.
std::string printable_name(std::string_view name);

}  // namespace llcodes
