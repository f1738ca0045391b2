#include "cli/id_list.h"

#include <charconv>
#include <optional>

#include "llcodes/data/labels.h"

namespace llcodes::cli {
namespace {

std::optional<std::int64_t> number_of(const std::string& word) {
  std::int64_t number = 0;
  const char* end = word.data() + word.size();
  const auto [stopped, error] = std::from_chars(word.data(), end, number);
  if (error != std::errc{} || stopped != end) return std::nullopt;
  return number;
}

}  // namespace

std::vector<std::int64_t> ids_from_words(const std::vector<std::string>& words, bool by_name,
                                         const Index& index) {
  std::vector<std::int64_t> ids;
  for (const std::string& word : words) {
    const auto number = number_of(word);
    if (by_name || !number) return index.ids_of(words);
    ids.push_back(*number);
  }
  return ids;
}

std::vector<std::int64_t> ids_from_file(const std::string& path, bool by_name, const Index& index) {
  RawLabels ids = read_ids(path);
  for (const std::int64_t number : by_name ? ids.numbers : std::vector<std::int64_t>{}) {
    ids.names.push_back(std::to_string(number));
  }
  return ids.names.empty() ? ids.numbers : index.ids_of(ids.names);
}

}  // namespace llcodes::cli
