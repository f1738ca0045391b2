// Results as JSON. Paths and names in them are any bytes: what is no UTF-8 becomes the replacement
// character.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace llcodes::cli {

/// Indented lines, with a line end.
std::string json_text(const nlohmann::json& value);

/// One line, with its end.
std::string json_line(const nlohmann::json& value);

}  // namespace llcodes::cli
