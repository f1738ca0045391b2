// File names as text: a name on disk is any bytes, but messages, JSON and our files hold UTF-8.
#pragma once

#include <string>
#include <string_view>

namespace llcodes {

/// The name itself if it is UTF-8; otherwise bytes that are none stand as \xNN.
std::string printable_name(std::string_view name);

}  // namespace llcodes
