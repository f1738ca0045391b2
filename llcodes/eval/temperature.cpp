#include "llcodes/eval/temperature.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "llcodes/core/soft_scores.h"

namespace llcodes {
namespace {

constexpr double kLowest = 0.25;
constexpr double kHighest = 16;
constexpr std::size_t kMostScores = std::size_t{1} << 22;
constexpr std::size_t kFewestInstances = 256;

/// The log-odds of all classes for some of the instances: rows of <c_l, z> / 2.
struct Logits {
  std::size_t classes = 0;
  std::vector<float> values;
  std::vector<std::int32_t> labels;

  std::span<const float> row(std::size_t i) const {
    return {values.data() + i * classes, classes};
  }
};

Logits logits_of(const Codebook& codebook, std::span<const float> projections,
                 std::span<const std::int32_t> labels) {
  const auto num_bits = static_cast<std::size_t>(codebook.num_bits());
  const SoftScorer scorer(codebook);
  Logits logits{.classes = codebook.num_classes()};
  const std::size_t most = std::max(kMostScores / logits.classes, kFewestInstances);
  const std::size_t count = std::min(labels.size(), most);
  logits.values.resize(count * logits.classes);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t instance = i * labels.size() / count;
    const std::span<float> row(logits.values.data() + i * logits.classes, logits.classes);
    scorer.scores(projections.data() + instance * num_bits, row);
    for (float& value : row) value /= 2;
    logits.labels.push_back(labels[instance]);
  }
  return logits;
}

/// The mean logit under the posterior softmax(sharpness * row).
double expected_logit(std::span<const float> row, double sharpness) {
  const double largest = *std::ranges::max_element(row);
  double sum = 0, weighted = 0;
  for (const float value : row) {
    const double weight = std::exp(sharpness * (value - largest));
    sum += weight;
    weighted += weight * value;
  }
  return weighted / sum;
}

/// Of the log-likelihood of the labels, which is concave, with respect to 1 / T.
double slope(const Logits& logits, double sharpness) {
  double sum = 0;
  for (std::size_t i = 0; i < logits.labels.size(); ++i) {
    const std::span<const float> row = logits.row(i);
    sum += row[static_cast<std::size_t>(logits.labels[i])] - expected_logit(row, sharpness);
  }
  return sum;
}

void check(const Codebook& codebook, std::span<const float> projections,
           std::span<const std::int32_t> labels) {
  const std::size_t expected = labels.size() * static_cast<std::size_t>(codebook.num_bits());
  const auto classes = static_cast<std::int32_t>(codebook.num_classes());
  const bool known = std::ranges::all_of(labels, [&](auto l) { return l >= 0 && l < classes; });
  if (projections.size() == expected && known) return;
  throw std::invalid_argument("temperature: found " + std::to_string(projections.size()) +
                              " projections, expected " + std::to_string(expected) +
                              " for " + std::to_string(labels.size()) +
                              " instances, each of one of " + std::to_string(classes) + " classes");
}

}  // namespace

double best_temperature(const Codebook& codebook, std::span<const float> projections,
                        std::span<const std::int32_t> labels) {
  check(codebook, projections, labels);
  const Logits logits = logits_of(codebook, projections, labels);
  double low = 1 / kHighest, high = 1 / kLowest;
  if (slope(logits, high) >= 0) return kLowest;
  for (int step = 0; step < 20; ++step) {
    const double middle = std::sqrt(low * high);
    (slope(logits, middle) > 0 ? low : high) = middle;
  }
  return 1 / std::sqrt(low * high);
}

}  // namespace llcodes
