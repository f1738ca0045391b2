#include "llcodes/core/options.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numeric>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/toml.h"

namespace llcodes {
namespace {

[[noreturn]] void throw_bad_value(const Option& option, std::string_view found,
                                  const std::string& expected) {
  throw std::invalid_argument("option --" + option.name + ": found " + shown(found) +
                              ", expected " + expected);
}

template <class Number>
std::string number_text(Number value) {
  char buffer[32];
  const auto [end, error] = std::to_chars(buffer, buffer + sizeof buffer, value);
  return {buffer, end};
}

template <class Number>
std::string expected_number(const Option& option) {
  std::string text = std::is_same_v<Number, double> ? "a number" : "a whole number";
  if (option.minimum < option.maximum) {
    text += " from " + number_text(static_cast<Number>(option.minimum)) + " to " +
            number_text(static_cast<Number>(option.maximum));
  }
  return text;
}

template <class Number>
void set_number(const Option& option, Number& variable, std::string_view text) {
  Number value{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool parsed = error == std::errc{} && end == text.data() + text.size();
  const auto position = static_cast<double>(value);
  const bool limited = option.minimum < option.maximum;
  const bool inside = !limited || (position >= option.minimum && position <= option.maximum);
  if (!parsed || !std::isfinite(position) || !inside) {
    throw_bad_value(option, text, expected_number<Number>(option));
  }
  variable = value;
}

void set_value(const Option& option, bool& variable, std::string_view text) {
  if (text != "true" && text != "false") throw_bad_value(option, text, "true or false");
  variable = text == "true";
}

void set_value(const Option& option, std::int64_t& variable, std::string_view text) {
  set_number(option, variable, text);
}

void set_value(const Option& option, double& variable, std::string_view text) {
  set_number(option, variable, text);
}

void set_value(const Option& option, std::string& variable, std::string_view text) {
  const bool known =
      std::find(option.choices.begin(), option.choices.end(), text) != option.choices.end();
  if (!option.choices.empty() && !known) {
    std::string expected = "one of";
    for (const std::string& choice : option.choices) expected += " " + choice;
    const std::string nearest = nearest_name(text, option.choices);
    throw_bad_value(option, text, expected + (nearest.empty() ? "" : "; " + nearest + "?"));
  }
  variable = text;
}

// The form text_of() gives replaces the list; anything else is one more item.
void set_value(const Option&, std::vector<std::string>& variable, std::string_view text) {
  if (auto items = parse_toml_list(text)) {
    variable = std::move(*items);
  } else {
    variable.emplace_back(text);
  }
}

std::string value_text(bool value) { return value ? "true" : "false"; }
std::string value_text(std::int64_t value) { return number_text(value); }
std::string value_text(double value) { return number_text(value); }
std::string value_text(const std::string& value) { return value; }
std::string value_text(const std::vector<std::string>& value) { return toml_list(value); }

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] != b[j]);
      diagonal = row[j + 1];
      row[j + 1] = std::min({replaced, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row.back();
}

}  // namespace

Option& OptionTable::add(std::string name, std::string help) {
  Option option;
  option.name = std::move(name);
  option.help = std::move(help);
  option.group = group_;
  return options_.emplace_back(std::move(option));
}

OptionTable& OptionTable::group(std::string heading) {
  group_ = std::move(heading);
  return *this;
}

OptionTable& OptionTable::flag(std::string name, bool& value, std::string help) {
  Option& option = add(std::move(name), std::move(help));
  option.value = &value;
  option.default_text = text_of(option);
  return *this;
}

OptionTable& OptionTable::number(std::string name, std::int64_t& value, std::string help,
                                 std::int64_t minimum, std::int64_t maximum) {
  Option& option = add(std::move(name), std::move(help));
  option.value = &value;
  option.minimum = static_cast<double>(minimum);
  option.maximum = static_cast<double>(maximum);
  option.default_text = text_of(option);
  return *this;
}

OptionTable& OptionTable::number(std::string name, double& value, std::string help, double minimum,
                                 double maximum) {
  Option& option = add(std::move(name), std::move(help));
  option.value = &value;
  option.minimum = minimum;
  option.maximum = maximum;
  option.default_text = text_of(option);
  return *this;
}

OptionTable& OptionTable::text(std::string name, std::string& value, std::string help,
                               std::vector<std::string> choices) {
  Option& option = add(std::move(name), std::move(help));
  option.value = &value;
  option.choices = std::move(choices);
  option.default_text = text_of(option);
  return *this;
}

OptionTable& OptionTable::list(std::string name, std::vector<std::string>& value,
                               std::string help) {
  Option& option = add(std::move(name), std::move(help));
  option.value = &value;
  option.default_text = text_of(option);
  return *this;
}

OptionTable& OptionTable::short_name(char letter) {
  options_.back().short_name = letter;
  return *this;
}

OptionTable& OptionTable::required() {
  options_.back().required = true;
  return *this;
}

const Option* OptionTable::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(),
                                  [&](const Option& option) { return option.name == name; });
  return found == options_.end() ? nullptr : &*found;
}

OptionTable& OptionTable::append(const OptionTable& other) {
  const std::vector<Option> added = other.options_;
  options_.insert(options_.end(), added.begin(), added.end());
  return *this;
}

void set_option(const Option& option, std::string_view text) {
  std::visit([&](auto* variable) { set_value(option, *variable, text); }, option.value);
}

std::string text_of(const Option& option) {
  return std::visit([](const auto* variable) { return value_text(*variable); }, option.value);
}

std::string nearest_name(std::string_view name, const std::vector<std::string>& known) {
  std::string nearest;
  std::size_t smallest = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const std::string& candidate : known) {
    const std::size_t distance = edit_distance(name, candidate);
    if (distance < smallest && distance < candidate.size()) {
      smallest = distance;
      nearest = candidate;
    }
  }
  return nearest;
}

}  // namespace llcodes
