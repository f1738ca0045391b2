#include "llcodes/eval/ood_scores.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "llcodes/core/decoder_base.h"
#include "llcodes/core/hamming.h"
#include "llcodes/core/parallel.h"
#include "llcodes/core/soft_scores.h"

namespace llcodes {
namespace {

/// log sum exp(scale * value), stable.
double log_sum_exp(std::span<const float> values, double scale) {
  const double largest = *std::ranges::max_element(values);
  double sum = 0;
  for (const float value : values) sum += std::exp(scale * (value - largest));
  return scale * largest + std::log(sum);
}

/// log of 1 / sum over all 2^k codes of exp(<c, z> / 2) = prod_j 1 / (2 cosh(z_j / 2)).
double log_normalizer(std::span<const float> z) {
  double sum = 0;
  for (const float value : z) {
    const double half = std::abs(static_cast<double>(value)) / 2;
    sum += half + std::log1p(std::exp(-2 * half));
  }
  return -sum;
}

double total_magnitude(std::span<const float> z) {
  double sum = 0;
  for (const float value : z) sum += std::abs(static_cast<double>(value));
  return sum;
}

void add_soft_scores(const SoftScorer& scorer, std::span<const float> z, std::span<float> scores,
                     CodeScore& result) {
  scorer.scores(z.data(), scores);
  const BestScore best = best_of(scores);
  const double magnitude = total_magnitude(z);
  result.label = best.label;
  result.maximum = best.score;
  result.log_sum = log_sum_exp(scores, 0.5);
  result.ratio = magnitude > 0 ? best.score / magnitude : 0;
  const double log_of_one = log_normalizer(z);
  result.log_probability = std::min(0.0, best.score / 2.0 + log_of_one);
  result.log_mass = std::min(0.0, result.log_sum + log_of_one);
}

LogitScore score_of(std::span<const float> logits) {
  const BestScore best = best_of(logits);
  const double energy = log_sum_exp(logits, 1);
  return {best.label, std::exp(best.score - energy), best.score, energy};
}

}  // namespace

double doubt_of(const CodeScore& score) {
  return -std::expm1(std::min(0.0, score.log_probability - score.log_mass));
}

std::vector<CodeScore> score_codes(const Codebook& codebook, const Instances& instances) {
  check_instances(codebook, instances, instances.codes.size());
  const auto num_bits = static_cast<std::size_t>(codebook.num_bits());
  const SoftScorer scorer(codebook);
  std::vector<float> scores(codebook.num_classes());
  std::vector<CodeScore> results(instances.codes.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    const NearestCode nearest = nearest_code(instances.codes[i].data(), array_of(codebook.codes()));
    results[i].label = static_cast<std::int32_t>(nearest.first);
    results[i].distance = nearest.distance;
    if (instances.projections.empty()) continue;
    add_soft_scores(scorer, instances.projections.subspan(i * num_bits, num_bits), scores,
                    results[i]);
  }
  return results;
}

std::vector<LogitScore> score_logits(const LinearClassifier& classifier,
                                     std::span<const float> features) {
  const LinearScorer scorer(classifier);
  const std::size_t columns = scorer.num_features();
  if (columns == 0 || features.size() % columns != 0) {
    throw std::invalid_argument("the linear model reads " + std::to_string(columns) +
                                " features an instance, found " + std::to_string(features.size()) +
                                " in all: encode with --linear and the same linear model");
  }
  std::vector<LogitScore> results(features.size() / columns);
  constexpr std::size_t kBlock = LinearScorer::kGoodBlock;
  for_each_in_parallel((results.size() + kBlock - 1) / kBlock, [&](std::size_t block) {
    const std::size_t first = block * kBlock, count = std::min(kBlock, results.size() - first);
    std::vector<float> logits(count * scorer.num_classes());
    scorer.logits(features.subspan(first * columns, count * columns), logits);
    for (std::size_t i = 0; i < count; ++i) {
      results[first + i] =
          score_of(std::span(logits).subspan(i * scorer.num_classes(), scorer.num_classes()));
    }
  });
  return results;
}

double linear_accuracy(std::span<const LogitScore> scores, std::span<const std::int32_t> labels) {
  std::size_t right = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) right += scores[i].label == labels[i];
  return scores.empty() ? 0 : static_cast<double>(right) / static_cast<double>(scores.size());
}

double linear_accuracy(const LinearClassifier& classifier, std::span<const float> features,
                       std::span<const std::int32_t> labels) {
  return linear_accuracy(score_logits(classifier, features), labels);
}

}  // namespace llcodes
