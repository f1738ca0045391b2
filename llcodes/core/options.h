// Options declared once.
//
// A struct of options has one function `OptionTable options_of(Struct&)` beside it that lists each
// member with its name, help and range. Parsing, help with defaults, range checks, configuration
// files, saved metadata and Python keywords all read that table.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace llcodes {

/// One option, bound to the variable that holds its value.
struct Option {
  std::string name;  ///< "phase2-epochs": `--phase2-epochs 12`
  std::string help;
  std::variant<bool*, std::int64_t*, double*, std::string*, std::vector<std::string>*> value;
  double minimum = 0, maximum = 0;   ///< of a number; checked if minimum < maximum
  std::vector<std::string> choices;  ///< of a text; empty: anything
  std::string default_text;          ///< as declared
  std::string group;                 ///< heading in the help, for example "Learning"
  char short_name = 0;               ///< -o
  bool required = false;
};

/// The options of one struct, in declaration order.
class OptionTable {
 public:
  OptionTable& group(std::string heading);  ///< of the options that follow
  OptionTable& flag(std::string name, bool& value, std::string help);
  OptionTable& number(std::string name, std::int64_t& value, std::string help,
                      std::int64_t minimum, std::int64_t maximum);
  OptionTable& number(std::string name, double& value, std::string help, double minimum,
                      double maximum);
  OptionTable& text(std::string name, std::string& value, std::string help,
                    std::vector<std::string> choices = {});
  OptionTable& list(std::string name, std::vector<std::string>& value, std::string help);
  OptionTable& short_name(char letter);  ///< of the option declared last
  OptionTable& required();               ///< likewise

  const std::vector<Option>& all() const { return options_; }
  std::vector<Option>& all() { return options_; }
  /// nullptr if there is none of that name.
  const Option* find(std::string_view name) const;
  /// Appends the options of another struct.
  OptionTable& append(const OptionTable& other);

 private:
  Option& add(std::string name, std::string help);
  std::vector<Option> options_;
  std::string group_;
};

/// Parses `text` into the option's variable. Throws std::invalid_argument that names option, value
/// found and values allowed. A flag takes "true" or "false"; a list appends.
void set_option(const Option& option, std::string_view text);
/// The current value as text, so that set_option(option, text_of(option)) changes nothing.
std::string text_of(const Option& option);

/// All current values as TOML ("name = value" lines), and the reverse: unknown keys throw
/// std::invalid_argument with the line number and the nearest known name.
std::string to_toml(const OptionTable& table);
void read_toml(const OptionTable& table, std::string_view toml, std::string_view path);

/// The known name closest to `name` by edit distance, or "" if none is close.
std::string nearest_name(std::string_view name, const std::vector<std::string>& known);

}  // namespace llcodes
