// Paths in commands that are printed to be used again.
#pragma once

#include <string>

namespace llcodes::cli {

/// The text as one word of a shell: in quotes if it has anything but plain characters.
std::string shell_word(const std::string& text);

}  // namespace llcodes::cli
