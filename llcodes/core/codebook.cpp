#include "llcodes/core/codebook.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <unordered_set>

#include "llcodes/core/error.h"
#include "llcodes/core/hamming.h"
#include "llcodes/core/json_text.h"

namespace llcodes {
namespace {

std::vector<std::string> numbered_names(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t label = 0; label < count; ++label) names.push_back(std::to_string(label));
  return names;
}

void check_names(const std::vector<std::string>& names, std::size_t num_classes) {
  if (num_classes == 0)
    throw std::invalid_argument("codebook: found no class, expected one or more");
  if (names.size() != num_classes) {
    throw std::invalid_argument("codebook: found " + std::to_string(names.size()) +
                                " class names, expected one for each of the " +
                                std::to_string(num_classes) + " codes");
  }
  std::unordered_set<std::string_view> seen;
  for (std::size_t label = 0; label < names.size(); ++label) {
    if (!names[label].empty() && seen.insert(names[label]).second) continue;
    throw std::invalid_argument("codebook: the name " + shown(names[label]) + " of class " +
                                std::to_string(label) + " is empty or stands twice");
  }
}

void check_added_vectors(const std::vector<float>& vectors, const Codes& codes) {
  const auto num_bits = static_cast<std::size_t>(codes.num_bits());
  if (vectors.size() % num_bits != 0 || vectors.size() > codes.size() * num_bits) {
    throw std::invalid_argument("codebook: found " + std::to_string(vectors.size()) +
                                " values in the vectors of added classes, expected " +
                                std::to_string(num_bits) + " a class");
  }
  if (std::ranges::all_of(vectors, [](float value) { return std::isfinite(value); })) return;
  throw std::invalid_argument("codebook: the vector of an added class is not finite");
}

std::size_t count_unique(const Codes& codes) {
  std::vector<CodeView> rows;
  for (std::size_t i = 0; i < codes.size(); ++i) rows.push_back(codes[i]);
  const auto less = [](CodeView a, CodeView b) {
    return std::ranges::lexicographical_compare(a, b);
  };
  const auto equal = [](CodeView a, CodeView b) { return std::ranges::equal(a, b); };
  std::sort(rows.begin(), rows.end(), less);
  return static_cast<std::size_t>(std::unique(rows.begin(), rows.end(), equal) - rows.begin());
}

int minimum_distance(const Codes& codes) {
  int smallest = codes.size() > 1 ? codes.num_bits() : 0;
  const auto width = static_cast<std::size_t>(codes.words_per_code());
  for (std::size_t i = 0; i + 1 < codes.size() && smallest > 0; ++i) {
    const CodeArray others = {codes.words().data() + (i + 1) * width, codes.size() - i - 1,
                              codes.words_per_code()};
    smallest = std::min(smallest, hamming_kernel().minimum(codes[i].data(), others));
  }
  return smallest;
}

/// Column j of the codebook as a packed code over the classes, so that pairs of bits are popcounts.
struct BitColumns {
  std::vector<std::vector<Word>> columns;
  std::vector<std::size_t> ones;
};

BitColumns transpose(const Codes& codes) {
  const std::size_t words = (codes.size() + kBitsPerWord - 1) / kBitsPerWord;
  const auto num_bits = static_cast<std::size_t>(codes.num_bits());
  BitColumns result{std::vector(num_bits, std::vector<Word>(words)),
                    std::vector<std::size_t>(num_bits)};
  for (std::size_t row = 0; row < codes.size(); ++row) {
    for (std::size_t bit = 0; bit < num_bits; ++bit) {
      const Word value = codes.bit(row, static_cast<int>(bit));
      result.columns[bit][row / kBitsPerWord] |= value << row % kBitsPerWord;
      result.ones[bit] += value;
    }
  }
  return result;
}

/// Pearson correlation of two bits, absolute; a constant bit counts as fully predictable.
double correlation(const BitColumns& bits, std::size_t a, std::size_t b, std::size_t num_classes) {
  std::size_t both = 0;
  for (std::size_t i = 0; i < bits.columns[a].size(); ++i) {
    both += static_cast<std::size_t>(std::popcount(bits.columns[a][i] & bits.columns[b][i]));
  }
  const auto count = static_cast<double>(num_classes);
  const double share_a = static_cast<double>(bits.ones[a]) / count;
  const double share_b = static_cast<double>(bits.ones[b]) / count;
  const double variances = share_a * (1 - share_a) * share_b * (1 - share_b);
  if (variances == 0) return 1;
  return std::abs(static_cast<double>(both) / count - share_a * share_b) / std::sqrt(variances);
}

void add_balance(const BitColumns& bits, CodebookStatistics& statistics) {
  const auto count = static_cast<double>(statistics.num_classes);
  double differing_pairs = 0;
  for (const std::size_t ones : bits.ones) {
    const double share = static_cast<double>(ones) / count;
    statistics.bit_balance.push_back(share);
    statistics.worst_balance = std::max(statistics.worst_balance, std::abs(share - 0.5));
    differing_pairs += static_cast<double>(ones) * (count - static_cast<double>(ones));
  }
  if (count > 1) statistics.mean_distance = differing_pairs / (count * (count - 1) / 2);
}

void add_correlation(const BitColumns& bits, CodebookStatistics& statistics) {
  double sum = 0;
  std::size_t pairs = 0;
  for (std::size_t a = 0; a < bits.ones.size(); ++a) {
    for (std::size_t b = a + 1; b < bits.ones.size(); ++b, ++pairs) {
      const double value = correlation(bits, a, b, statistics.num_classes);
      sum += value;
      statistics.max_correlation = std::max(statistics.max_correlation, value);
    }
  }
  if (pairs > 0) statistics.mean_correlation = sum / static_cast<double>(pairs);
}

}  // namespace

Codebook::Codebook(Codes codes, std::vector<std::string> class_names,
                   std::vector<float> added_vectors)
    : codes_(std::move(codes)),
      class_names_(class_names.empty() ? numbered_names(codes_.size()) : std::move(class_names)),
      added_vectors_(std::move(added_vectors)) {
  check_names(class_names_, codes_.size());
  check_added_vectors(added_vectors_, codes_);
}

CodebookStatistics Codebook::statistics() const {
  CodebookStatistics statistics;
  statistics.num_classes = num_classes();
  statistics.num_bits = num_bits();
  statistics.unique_codes = count_unique(codes_);
  statistics.min_distance = statistics.unique_codes < num_classes() ? 0 : minimum_distance(codes_);
  const BitColumns bits = transpose(codes_);
  add_balance(bits, statistics);
  add_correlation(bits, statistics);
  return statistics;
}

void Codebook::save(ContainerWriter& writer) const {
  writer.set("num_bits", std::to_string(num_bits()));
  writer.set("class_names", to_json(class_names_));
  const Shape shape = {static_cast<std::int64_t>(num_classes()), codes_.words_per_code()};
  writer.add("codebook.codes", shape, codes_.words());
  if (added_vectors_.empty()) return;
  writer.add("codebook.added", {static_cast<std::int64_t>(num_added()), num_bits()},
             std::span<const float>(added_vectors_));
}

Codebook Codebook::load(const Container& container) {
  const int num_bits = static_cast<int>(container.metadata_integer("num_bits", {1, kMaxBits}));
  const auto words = container.values<Word>("codebook.codes", {-1, words_for_bits(num_bits)});
  std::span<const float> added;
  if (container.has_tensor("codebook.added")) {
    added = container.values<float>("codebook.added", {-1, num_bits});
  }
  try {
    return Codebook(Codes(num_bits, {words.begin(), words.end()}),
                    list_from_json(container.metadata("class_names")), {added.begin(), added.end()});
  } catch (const std::invalid_argument& error) {
    throw FormatError(container.path(), "codebook", error.what(), "one code and one name a class");
  }
}

void check_bits_suffice(int num_bits, std::size_t num_classes) {
  check_num_bits(num_bits);
  if (num_bits >= kBitsPerWord || (num_classes >> num_bits) == 0) return;
  if (num_classes == std::size_t{1} << num_bits) return;
  throw std::invalid_argument(std::to_string(num_bits) + " bits give " +
                              std::to_string(std::size_t{1} << num_bits) + " codes, expected " +
                              std::to_string(num_classes) + " or more: one for each class; use " +
                              std::to_string(std::bit_width(num_classes - 1)) + " bits or more");
}

}  // namespace llcodes
