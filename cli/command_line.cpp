#include "cli/command_line.h"

#include <algorithm>
#include <set>

namespace llcodes::cli {
namespace {

bool is_flag(const Option& option) { return std::holds_alternative<bool*>(option.value); }

bool is_option_word(const std::string& word) { return word.size() > 1 && word[0] == '-'; }

/// A word such as "-5" or "-.5" is a value, not an option.
bool is_negative_number(const std::string& word) {
  return word.size() > 1 && word[0] == '-' &&
         (word[1] == '.' || (word[1] >= '0' && word[1] <= '9'));
}

UsageError unknown_option(const OptionTable& table, const std::string& name) {
  std::vector<std::string> known;
  for (const Option& option : table.all()) known.push_back(option.name);
  const std::string nearest = nearest_name(name, known);
  return UsageError("unknown option '--" + name + "'" +
                    (nearest.empty() ? "" : "; did you mean '--" + nearest + "'?"));
}

/// Takes the words one by one and collects assignments.
class Parser {
 public:
  Parser(const OptionTable& table, const std::vector<Positional>& positionals,
         const std::vector<std::string>& words)
      : table_(table), positionals_(positionals), words_(words) {}

  std::vector<Assignment> parse() {
    while (next_ < words_.size()) parse_word(words_[next_++]);
    return std::move(assignments_);
  }

 private:
  void parse_word(const std::string& word) {
    if (only_positions_ || !is_option_word(word) || is_negative_number(word)) {
      parse_positional(word);
    } else if (word == "--") {
      only_positions_ = true;
    } else if (word.starts_with("--")) {
      parse_long(word.substr(2));
    } else {
      parse_short(word);
    }
  }

  void parse_long(const std::string& text) {
    const std::size_t equals = text.find('=');
    const std::string name = text.substr(0, equals);
    const Option* option = table_.find(name);
    if (option != nullptr && equals != std::string::npos) {
      add(*option, text.substr(equals + 1));
    } else if (option != nullptr) {
      add(*option, is_flag(*option) ? "true" : value_of("--" + name));
    } else {
      parse_negated(text);
    }
  }

  void parse_negated(const std::string& text) {
    const Option* option = text.starts_with("no-") ? table_.find(text.substr(3)) : nullptr;
    if (option == nullptr || !is_flag(*option)) {
      throw unknown_option(table_, text.substr(0, text.find('=')));
    }
    add(*option, "false");
  }

  void parse_short(const std::string& word) {
    const auto& all = table_.all();
    const auto found = std::find_if(all.begin(), all.end(), [&](const Option& option) {
      return option.short_name != 0 && option.short_name == word[1];
    });
    if (found == all.end() || (is_flag(*found) && word.size() > 2)) {
      throw UsageError("unknown option '" + word + "'; options with whole names start with '--'");
    }
    if (is_flag(*found)) return add(*found, "true");
    add(*found, word.size() > 2 ? word.substr(2) : value_of(word));
  }

  void parse_positional(const std::string& word) {
    if (place_ >= positionals_.size()) {
      throw UsageError("unexpected argument '" + word + "'" +
                       (positionals_.empty() ? "" : " after " + positionals_.back().placeholder));
    }
    const Positional& positional = positionals_[place_];
    add(*table_.find(positional.option), word);
    if (!positional.many) ++place_;
  }

  std::string value_of(const std::string& option) {
    const bool missing = next_ >= words_.size() ||
                         (is_option_word(words_[next_]) && !is_negative_number(words_[next_]));
    if (missing) throw UsageError("option '" + option + "' needs a value");
    return words_[next_++];
  }

  void add(const Option& option, std::string value) {
    assignments_.push_back({&option, std::move(value)});
  }

  const OptionTable& table_;
  const std::vector<Positional>& positionals_;
  const std::vector<std::string>& words_;
  std::vector<Assignment> assignments_;
  std::size_t next_ = 0;
  std::size_t place_ = 0;
  bool only_positions_ = false;
};

bool is_empty(const Option& option) {
  if (const auto* text = std::get_if<std::string*>(&option.value)) return (*text)->empty();
  if (const auto* list = std::get_if<std::vector<std::string>*>(&option.value)) {
    return (*list)->empty();
  }
  return false;
}

bool is_positional(const Option& option, const std::vector<Positional>& positionals) {
  return std::ranges::any_of(
      positionals, [&](const Positional& positional) { return positional.option == option.name; });
}

/// A table knows options only; the user has given an argument.
void set_or_refuse(const Assignment& assignment, const std::vector<Positional>& positionals) {
  const Option& option = *assignment.option;
  const std::string called = "option --" + option.name;
  try {
    set_option(option, assignment.value);
  } catch (const std::invalid_argument& error) {
    const std::string message = error.what();
    if (!is_positional(option, positionals) || !message.starts_with(called)) throw;
    throw UsageError(shown_name(option, positionals) + message.substr(called.size()));
  }
}

}  // namespace

std::vector<Assignment> parse_words(const OptionTable& table,
                                    const std::vector<Positional>& positionals,
                                    const std::vector<std::string>& words) {
  return Parser(table, positionals, words).parse();
}

void apply(const std::vector<Assignment>& assignments, const std::vector<Positional>& positionals) {
  std::set<const Option*> replaced;
  for (const Assignment& assignment : assignments) {
    const Option& option = *assignment.option;
    const auto* list = std::get_if<std::vector<std::string>*>(&option.value);
    if (list != nullptr && replaced.insert(&option).second) (*list)->clear();
    set_or_refuse(assignment, positionals);
  }
}

std::string last_value(const std::vector<Assignment>& assignments, std::string_view name) {
  std::string value;
  for (const Assignment& assignment : assignments) {
    if (assignment.option->name == name) value = assignment.value;
  }
  return value;
}

std::vector<std::string> texts_of(const Option& option) {
  if (const auto* text = std::get_if<std::string*>(&option.value)) return {**text};
  if (const auto* list = std::get_if<std::vector<std::string>*>(&option.value)) return **list;
  return {};
}

std::string shown_name(const Option& option, const std::vector<Positional>& positionals) {
  for (const Positional& positional : positionals) {
    if (positional.option == option.name) return "argument " + positional.placeholder;
  }
  return "option '--" + option.name + "'";
}

void check_required(const OptionTable& table, const std::vector<Positional>& positionals) {
  for (const Option& option : table.all()) {
    if (option.required && is_empty(option)) {
      throw UsageError(shown_name(option, positionals) + " is missing: " + option.help);
    }
  }
}

bool asks_for_help(const std::vector<std::string>& words) {
  const auto end = std::find(words.begin(), words.end(), "--");
  return std::any_of(words.begin(), end,
                     [](const std::string& word) { return word == "-h" || word == "--help"; });
}

}  // namespace llcodes::cli
