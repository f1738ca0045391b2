#include "llcodes/eval/counted_codes.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>
#include <string>

#include "llcodes/core/hamming.h"

namespace llcodes {
namespace {

/// Distances are written to a buffer that stays in the first-level cache.
constexpr std::size_t kChunk = 4096;

}  // namespace

void check_labelled(const LabelledCodes& rows, const char* what) {
  if (rows.labels.size() == rows.codes.size()) return;
  throw std::invalid_argument(std::string(what) + ": found " + std::to_string(rows.labels.size()) +
                              " labels, expected one for each of the " +
                              std::to_string(rows.codes.size()) + " codes");
}

std::vector<std::uint32_t> rows_by_code(const LabelledCodes& rows) {
  std::vector<std::uint32_t> order(rows.codes.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const CodeView left = rows.codes[a], right = rows.codes[b];
    if (!std::ranges::equal(left, right)) return std::ranges::lexicographical_compare(left, right);
    return rows.labels[a] < rows.labels[b];
  });
  return order;
}

void CountedCodes::add(CodeView code) {
  if (!codes_.empty() && std::ranges::equal(codes_[codes_.size() - 1], code)) {
    ++counts_.back();
    return;
  }
  codes_.push_back(code);
  counts_.push_back(1);
}

void CountedCodes::add_distances(CodeView query, std::span<std::uint64_t> histogram) const {
  const HammingKernel& kernel = hamming_kernel();
  const CodeArray all = array_of(codes_);
  std::array<std::uint16_t, kChunk> distances;
  for (std::size_t begin = 0; begin < all.count; begin += kChunk) {
    const std::size_t count = std::min(kChunk, all.count - begin);
    const Word* words = all.words + begin * static_cast<std::size_t>(all.words_per_code);
    kernel.distances(query.data(), {words, count, all.words_per_code}, distances.data());
    for (std::size_t i = 0; i < count; ++i) histogram[distances[i]] += counts_[begin + i];
  }
}

CountedDatabase::CountedDatabase(const LabelledCodes& database) : all_(database.codes.num_bits()) {
  check_labelled(database, "database");
  std::vector<std::uint32_t> order = rows_by_code(database);
  for (const std::uint32_t row : order) all_.add(database.codes[row]);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return database.labels[a] < database.labels[b];
  });
  for (const std::uint32_t row : order) {
    if (labels_.empty() || labels_.back() != database.labels[row]) {
      labels_.push_back(database.labels[row]);
      by_class_.emplace_back(database.codes.num_bits());
    }
    by_class_.back().add(database.codes[row]);
  }
}

const CountedCodes* CountedDatabase::of_class(std::int32_t label) const {
  const auto found = std::ranges::lower_bound(labels_, label);
  if (label < 0 || found == labels_.end() || *found != label) return nullptr;
  return &by_class_[static_cast<std::size_t>(found - labels_.begin())];
}

}  // namespace llcodes
