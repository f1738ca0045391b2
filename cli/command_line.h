// From words to options.
//
//   --name value   --name=value   --flag   --no-flag   -o value   --  (only positions follow)
//
// Words are first resolved to assignments, then applied: so they can be applied again when a verb
// has changed its defaults. The last value wins; a list given anew replaces the old one.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

#include "cli/verb.h"
#include "llcodes/core/options.h"

namespace llcodes::cli {

/// The user's words make no sense; the message names the word and the cure.
class UsageError : public std::invalid_argument {
  using std::invalid_argument::invalid_argument;
};

struct Assignment {
  const Option* option;  ///< in the table that was parsed against
  std::string value;
};

/// Resolves words against the table, which must outlive the result. Throws UsageError.
std::vector<Assignment> parse_words(const OptionTable& table,
                                    const std::vector<Positional>& positionals,
                                    const std::vector<std::string>& words);

/// Sets the variables behind the options. Throws std::invalid_argument, which calls those that are
/// given by position by their place.
void apply(const std::vector<Assignment>& assignments,
           const std::vector<Positional>& positionals = {});

/// The value given last to the option of that name, or "".
std::string last_value(const std::vector<Assignment>& assignments, std::string_view name);

/// The values of a text or a list; none of a number or a flag.
std::vector<std::string> texts_of(const Option& option);

/// What the user calls an option: "argument MODEL", or "option '--labels'".
std::string shown_name(const Option& option, const std::vector<Positional>& positionals);

/// Throws UsageError if a required option is still empty.
void check_required(const OptionTable& table, const std::vector<Positional>& positionals);

/// True if -h or --help stands among the words before "--".
bool asks_for_help(const std::vector<std::string>& words);

}  // namespace llcodes::cli
