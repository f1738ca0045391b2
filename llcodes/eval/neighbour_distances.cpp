#include <algorithm>
#include <cmath>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <string>

#include "llcodes/core/parallel.h"
#include "llcodes/eval/ood_scores.h"

namespace llcodes {
namespace {

void scale_to_unit_length(std::span<float> row) {
  double squares = 0;
  for (const float value : row) squares += static_cast<double>(value) * value;
  const auto scale = static_cast<float>(squares > 0 ? 1 / std::sqrt(squares) : 0);
  for (float& value : row) value *= scale;
}

std::vector<float> unit_rows(const FeatureRows& rows, std::size_t first, std::size_t count) {
  const auto part = rows.values.subspan(first * rows.columns, count * rows.columns);
  std::vector<float> unit(part.begin(), part.end());
  for (std::size_t i = 0; i < count; ++i) {
    scale_to_unit_length(std::span(unit).subspan(i * rows.columns, rows.columns));
  }
  return unit;
}

/// Inner products with all rows of the bank are what a linear layer computes whose weights they
/// are.
LinearScorer scorer_of(const FeatureRows& bank) {
  return LinearScorer(LinearClassifier{.weight = unit_rows(bank, 0, bank.size()),
                                       .bias = std::vector<float>(bank.size())});
}

/// Queries at once: as many as suit the scorer, fewer where their products would fill the memory.
std::size_t block_for(std::size_t bank_size) {
  constexpr std::size_t kMostProducts = 16U << 20U, kHandful = 6;
  return std::clamp(kMostProducts / bank_size, kHandful, LinearScorer::kGoodBlock);
}

/// The distance to the row with the `neighbours`-th largest of these products. Moves them about.
double distance_of(std::span<float> products, std::size_t neighbours) {
  const auto place = products.begin() + static_cast<std::ptrdiff_t>(neighbours - 1);
  std::nth_element(products.begin(), place, products.end(), std::greater{});
  return std::sqrt(std::max(0.0, 2 - 2 * static_cast<double>(*place)));
}

void check(const FeatureRows& queries, const FeatureRows& bank, std::size_t neighbours) {
  if (neighbours == 0 || bank.size() < neighbours) {
    throw std::invalid_argument("nearest neighbours: found " + std::to_string(bank.size()) +
                                " reference instances, expected " + std::to_string(neighbours) +
                                " or more");
  }
  if (queries.columns == bank.columns) return;
  throw std::invalid_argument("nearest neighbours: found " + std::to_string(queries.columns) +
                              " features, expected " + std::to_string(bank.columns));
}

}  // namespace

std::vector<double> neighbour_distances(const FeatureRows& queries, const FeatureRows& bank,
                                        std::size_t neighbours, const Progress& progress) {
  check(queries, bank, neighbours);
  const LinearScorer scorer = scorer_of(bank);
  std::vector<double> distances(queries.size());
  std::size_t done = 0;
  std::mutex reporting;
  const std::size_t size = block_for(bank.size());
  for_each_in_parallel((queries.size() + size - 1) / size, [&](std::size_t block) {
    const std::size_t first = block * size, count = std::min(size, queries.size() - first);
    std::vector<float> products(count * bank.size());
    scorer.logits(unit_rows(queries, first, count), products);
    for (std::size_t i = 0; i < count; ++i) {
      distances[first + i] =
          distance_of(std::span(products).subspan(i * bank.size(), bank.size()), neighbours);
    }
    const std::lock_guard lock(reporting);
    done += count;
    if (progress) progress({"nearest neighbours", done, queries.size(), "instances", ""});
  });
  return distances;
}

}  // namespace llcodes
