#include "cli/help.h"

#include <algorithm>
#include <sstream>

#include "cli/table.h"

namespace llcodes::cli {
namespace {

constexpr std::size_t kHelpColumn = 28;
constexpr std::size_t kLineWidth = 96;

std::string pad(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

/// Words of `text` in lines of at most kLineWidth characters, the later ones indented.
std::string wrap(const std::string& text, std::size_t indent) {
  std::istringstream words(text);
  std::string result, word;
  std::size_t column = indent;
  while (words >> word) {
    const bool first = result.empty();
    if (!first && column + 1 + word.size() > kLineWidth) {
      result += "\n" + std::string(indent, ' ');
      column = indent;
    } else if (!first) {
      result += ' ';
      ++column;
    }
    result += word;
    column += word.size();
  }
  return result;
}

std::string line(const std::string& left, const std::string& help) {
  std::string start = "  " + left + "  ";
  if (start.size() > kHelpColumn) start += "\n" + std::string(kHelpColumn, ' ');
  return pad(start, kHelpColumn) + wrap(help, kHelpColumn) + "\n";
}

std::string joined(const std::vector<std::string>& words, const std::string& separator) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : separator) + word;
  return text;
}

bool is_flag(const Option& option) { return std::holds_alternative<bool*>(option.value); }

std::string value_placeholder(const Option& option) {
  if (is_flag(option)) return "";
  if (std::holds_alternative<std::int64_t*>(option.value)) return " N";
  if (std::holds_alternative<double*>(option.value)) return " X";
  return option.choices.empty() ? " TEXT" : " " + joined(option.choices, "|");
}

std::string range_text(const Option& option) {
  if (!(option.minimum < option.maximum)) return "";
  return short_number(option.minimum) + " to " + short_number(option.maximum);
}

/// "[20; 1 to 256]": the default and what is allowed.
std::string default_and_range(const Option& option) {
  const bool is_list = std::holds_alternative<std::vector<std::string>*>(option.value);
  const std::string value = is_list ? "" : option.default_text;
  const std::string range = range_text(option);
  if (option.required || (value.empty() && range.empty())) return "";
  return " [" + value + (value.empty() || range.empty() ? "" : "; ") + range + "]";
}

/// "-o, --output TEXT", "--[no-]nesterov".
std::string option_words(const Option& option) {
  std::string words = option.short_name != 0 ? std::string{'-', option.short_name, ',', ' '} : "";
  const bool is_on = is_flag(option) && option.default_text == "true";
  return words + (is_on ? "--[no-]" : "--") + option.name + value_placeholder(option);
}

std::string option_line(const Option& option) {
  if (!is_flag(option)) return line(option_words(option), option.help + default_and_range(option));
  const bool is_on = option.default_text == "true";
  return line(option_words(option), option.help + (is_on ? " [on]" : ""));
}

bool is_positional(const Option& option, const VerbHelp& help) {
  return std::any_of(help.positionals.begin(), help.positionals.end(),
                     [&](const Positional& place) { return place.option == option.name; });
}

std::string usage(const VerbHelp& help, const OptionTable& table) {
  std::string text = "usage: llcodes " + help.name;
  for (const Positional& place : help.positionals) {
    const std::string word = place.placeholder + (place.many ? "..." : "");
    text += table.find(place.option)->required ? " " + word : " [" + word + "]";
  }
  return text + " [options]\n";
}

std::string positional_lines(const VerbHelp& help, const OptionTable& table) {
  std::string text;
  for (const Positional& place : help.positionals) {
    const Option& option = *table.find(place.option);
    const std::string choices =
        option.choices.empty() ? "" : " (" + joined(option.choices, ", ") + ")";
    text += line(place.placeholder, option.help + choices);
  }
  return text.empty() ? "" : "\nArguments:\n" + text;
}

std::string option_lines(const VerbHelp& help, const OptionTable& table) {
  std::string text, group = "\n";
  for (const Option& option : table.all()) {
    if (is_positional(option, help)) continue;
    if (option.group != group) {
      group = option.group;
      text += "\n" + (group.empty() ? "Options" : group) + ":\n";
    }
    text += option_line(option);
  }
  return text;
}

}  // namespace

std::string verb_help(const VerbHelp& help, const OptionTable& table) {
  std::string text = "llcodes " + help.name + ": " + help.purpose + "\n\n" + usage(help, table);
  if (!help.details.empty()) text += "\n" + wrap(help.details, 0) + "\n";
  text += positional_lines(help, table) + option_lines(help, table);
  text += help.examples.size() == 1 ? "\nExample:\n" : "\nExamples:\n";
  for (const std::string& example : help.examples) text += "  $ " + example + "\n";
  return text;
}

namespace {

/// A line a verb whose name begins so.
std::string verb_lines(const std::string& beginning) {
  std::string text;
  for (const VerbEntry& entry : all_verbs()) {
    if (!entry.name.starts_with(beginning)) continue;
    text += "  " + pad(entry.name, 14) + entry.make()->help().purpose + "\n";
  }
  return text;
}

}  // namespace

std::string family_help(const std::string& family) {
  return "usage: llcodes " + family + " VERB [arguments] [options]\n\nVerbs:\n" +
         verb_lines(family + " ");
}

std::string program_help() {
  const std::string text =
      "llcodes: learn tiny binary codes for classes and instances, and put them to work\n\n"
      "usage: llcodes VERB [arguments] [options]\n\nVerbs:\n";
  return text + verb_lines("") +
         "\n'llcodes VERB --help' shows the options of a verb with their defaults and an example.\n"
         "Exit codes: 0 done, 1 failed, 2 wrong usage or arguments, 130 interrupted.\n";
}

}  // namespace llcodes::cli
