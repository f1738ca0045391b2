// Flat JSON inside metadata values: lists and maps of strings, and nothing else.
//
// The parsers refuse nesting, duplicate keys and every other type while they read, so a hostile
// text never builds a tree in memory.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

/// Throw std::invalid_argument if a string is not valid UTF-8.
std::string to_json(const std::vector<std::string>& items);
std::string to_json(const std::map<std::string, std::string>& entries);

/// Throw std::invalid_argument that says what was found and where.
std::vector<std::string> list_from_json(std::string_view json);
std::map<std::string, std::string> map_from_json(std::string_view json);

}  // namespace llcodes
