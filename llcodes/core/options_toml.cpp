#include <algorithm>
#include <set>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/options.h"
#include "llcodes/core/toml.h"

namespace llcodes {
namespace {

bool is_text(const Option& option) { return std::holds_alternative<std::string*>(option.value); }
bool is_list(const Option& option) {
  return std::holds_alternative<std::vector<std::string>*>(option.value);
}

std::string toml_value(const Option& option) {
  return is_text(option) ? toml_string(text_of(option)) : text_of(option);
}

void set_from_toml(const Option& option, const std::string& value) {
  if (is_text(option)) {
    const auto text = parse_toml_string(value);
    if (text) return set_option(option, *text);
    throw std::invalid_argument("option " + option.name + ": found " + shown(value) +
                                ", expected a text in quotes");
  }
  if (is_list(option) && !parse_toml_list(value)) {
    throw std::invalid_argument("option " + option.name + ": found " + shown(value) +
                                ", expected a list such as [\"a\", \"b\"] on one line");
  }
  set_option(option, value);
}

const Option& known_option(const OptionTable& table, const std::string& key) {
  if (const Option* option = table.find(key)) return *option;
  std::vector<std::string> names;
  for (const Option& option : table.all()) names.push_back(option.name);
  const std::string nearest = nearest_name(key, names);
  throw std::invalid_argument("unknown option " + shown(key) +
                              (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

void read_line(const OptionTable& table, std::string_view text, std::set<std::string>& seen) {
  const std::optional<TomlLine> line = parse_toml_line(text);
  if (!line) return;
  if (!seen.insert(line->key).second) {
    throw std::invalid_argument("option " + line->key + " stands twice");
  }
  set_from_toml(known_option(table, line->key), line->value);
}

}  // namespace

std::string to_toml(const OptionTable& table) {
  std::string toml;
  for (const Option& option : table.all()) toml += option.name + " = " + toml_value(option) + "\n";
  return toml;
}

void read_toml(const OptionTable& table, std::string_view toml, std::string_view path) {
  std::set<std::string> seen;
  std::size_t number = 1;
  for (std::size_t begin = 0; begin < toml.size(); ++number) {
    const std::size_t end = std::min(toml.find('\n', begin), toml.size());
    try {
      read_line(table, toml.substr(begin, end - begin), seen);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string(path) + ":" + std::to_string(number) + ": " +
                                  error.what());
    }
    begin = end + 1;
  }
}

}  // namespace llcodes
