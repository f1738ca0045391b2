// Names from outside in lines of text.
#pragma once

#include <string>
#include <string_view>

namespace llcodes {

/// The text with control characters as \xNN, so that tabs and line ends in a name do not look like
/// those between fields and lines.
std::string on_one_line(std::string_view text);

}  // namespace llcodes
