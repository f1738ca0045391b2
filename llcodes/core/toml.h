// The little of TOML that configuration files need: "name = value" lines with strings, numbers,
// booleans, lists of strings on one line, and comments. No tables, no dates, no multi-line values.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

/// A basic string: in double quotes, with quotes, backslashes and control characters escaped.
std::string toml_string(std::string_view text);
/// ["a", "b"]
std::string toml_list(const std::vector<std::string>& items);

/// The items of a list of strings; nothing if `text` is not exactly one such list.
std::optional<std::vector<std::string>> parse_toml_list(std::string_view text);
/// The text of a basic ("...") or literal ('...') string; nothing if `text` is not exactly one.
std::optional<std::string> parse_toml_string(std::string_view text);

/// One line "key = value", the value as written but without a comment.
struct TomlLine {
  std::string key;
  std::string value;
};

/// Nothing for a blank or comment line. Throws std::invalid_argument that says what is wrong.
std::optional<TomlLine> parse_toml_line(std::string_view line);

}  // namespace llcodes
