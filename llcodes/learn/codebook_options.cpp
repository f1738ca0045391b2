#include "llcodes/learn/codebook_options.h"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <stdexcept>
#include <string_view>

namespace llcodes {
namespace {

const std::vector<std::string> kNames = {"learnt", "random",    "svd",          "svd-plain",
                                         "cca",    "cca-ridge", "max-distance", "algebraic"};

template <class Number>
std::vector<Number> numbers_of(std::string_view text, const std::string& option) {
  std::vector<Number> numbers;
  while (!text.empty()) {
    const std::string_view part = text.substr(0, text.find(','));
    Number number{};
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
    if (error != std::errc() || end != part.data() + part.size()) {
      throw std::invalid_argument("--" + option + ": '" + std::string(part) +
                                  "' is no number; expected numbers with commas between them");
    }
    numbers.push_back(number);
    text.remove_prefix(std::min(text.size(), part.size() + 1));
  }
  return numbers;
}

}  // namespace

OptionTable options_of(CodebookOptions& o) {
  OptionTable table;
  table.group("Codebook")
      .text("codebook", o.codebook,
            "learnt (phase 1), or fixed: random, svd, svd-plain, cca, cca-ridge, max-distance, "
            "algebraic, or a file (.llc, .npy)")
      .text("assignment", o.assignment, "max-distance, algebraic: which class gets which word",
            {"random", "semantic"})
      .text("nested", o.nested, "lengths of prefixes that are to be codebooks too: 10,16")
      .text("nested-weights", o.nested_weights,
            "losses of these prefixes and of the whole code: 1,1,2; empty: all alike");
  return table;
}

bool is_codebook_file(const std::string& name) {
  return std::find(kNames.begin(), kNames.end(), name) == kNames.end();
}

void check_codebook_name(const std::string& name, const std::string& option) {
  if (!is_codebook_file(name) || std::filesystem::exists(name)) return;
  throw std::invalid_argument("--" + option + " '" + name +
                              "': no file, and no codebook of that name; expected learnt, random, "
                              "svd, svd-plain, cca, cca-ridge, max-distance, algebraic, or a file");
}

bool needs_classifier(const std::string& name, const std::string& assignment) {
  const bool is_pool = name == "max-distance" || name == "algebraic";
  return name == "svd" || name == "svd-plain" || name == "cca" || name == "cca-ridge" ||
         (is_pool && assignment == "semantic");
}

bool is_optional_start(const std::string& name) { return name == "svd" || name == "cca-ridge"; }

std::vector<Prefix> prefixes_of(const CodebookOptions& options, int bits) {
  std::vector<int> lengths = numbers_of<int>(options.nested, "nested");
  lengths.push_back(bits);
  for (std::size_t i = 0; i + 1 < lengths.size(); ++i) {
    if (lengths[i] >= 1 && lengths[i] < lengths[i + 1]) continue;
    throw std::invalid_argument("--nested " + options.nested +
                                ": the lengths must rise and stay below --bits " +
                                std::to_string(bits));
  }
  std::vector<double> weights = numbers_of<double>(options.nested_weights, "nested-weights");
  if (weights.empty()) weights.assign(lengths.size(), 1);
  double sum = 0;
  for (const double weight : weights) sum += weight;
  const bool negative =
      std::any_of(weights.begin(), weights.end(), [](double w) { return !(w >= 0); });
  if (weights.size() != lengths.size() || negative || !(sum > 0)) {
    throw std::invalid_argument("--nested-weights " + options.nested_weights + ": expected " +
                                std::to_string(lengths.size()) +
                                " numbers from 0, one for each prefix and one for the whole code");
  }
  std::vector<Prefix> prefixes;
  for (std::size_t i = 0; i < lengths.size(); ++i)
    prefixes.push_back({lengths[i], weights[i] / sum});
  return prefixes;
}

}  // namespace llcodes
