#include "cli/search_filter.h"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "cli/id_list.h"
#include "llcodes/core/error.h"

namespace llcodes::cli {
namespace {

/// Without a model the classes are those that the index holds.
std::size_t known_classes(const std::vector<std::string>& class_names, const Index& index) {
  return class_names.empty() ? static_cast<std::size_t>(index.largest_label() + 1)
                             : class_names.size();
}

std::int32_t checked_class(std::int32_t number, std::size_t known) {
  if (static_cast<std::size_t>(number) < known) return number;
  throw std::invalid_argument("--class " + std::to_string(number) + ": there are " +
                              std::to_string(known) + " classes, numbered from 0");
}

std::int32_t class_number(const std::string& word, const std::vector<std::string>& class_names,
                          const Index& index) {
  const auto found = std::find(class_names.begin(), class_names.end(), word);
  if (found != class_names.end()) return static_cast<std::int32_t>(found - class_names.begin());
  std::int32_t number = 0;
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, number);
  if (error == std::errc{} && stopped == end && number >= 0) {
    return checked_class(number, known_classes(class_names, index));
  }
  throw std::invalid_argument("--class " + shown(word) + ": expected a number" +
                              (class_names.empty() ? ", or --model, which knows the names"
                                                   : " or the name of a class of the model"));
}

}  // namespace

OptionTable options_of(FilterOptions& options) {
  OptionTable table;
  table.group("Filter")
      .text("only", options.only, "file of ids or names that an answer may hold: .npy or lines")
      .list("class", options.classes, "only entries of this class, a name or number; repeatable")
      .number("from-id", options.first_id, "smallest id that an answer may hold", 0, 0)
      .number("to-id", options.last_id, "largest id that an answer may hold", 0, 0);
  for (Option& option : table.all()) {
    if (option.name.ends_with("-id")) option.default_text.clear();  // no limit
  }
  return table;
}

Filter filter_of(const FilterOptions& options, const std::vector<std::string>& class_names,
                 const Index& index) {
  Filter filter{.range = {options.first_id, options.last_id}};
  if (!options.only.empty()) filter.allowed = ids_from_file(options.only, false, index);
  for (const std::string& word : options.classes) {
    filter.labels.push_back(class_number(word, class_names, index));
  }
  return filter;
}

}  // namespace llcodes::cli
