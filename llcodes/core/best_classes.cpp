#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "llcodes/core/decoder_base.h"
#include "llcodes/core/hamming.h"

namespace llcodes {
namespace {

/// Labels of the n highest scores, best first, equal ones in label order.
std::vector<std::int32_t> best_labels(std::span<const float> scores, std::size_t n) {
  std::vector<std::int32_t> labels(scores.size());
  std::iota(labels.begin(), labels.end(), 0);
  const auto score = [&](std::int32_t label) { return scores[static_cast<std::size_t>(label)]; };
  const auto better = [&](std::int32_t a, std::int32_t b) {
    return score(a) != score(b) ? score(a) > score(b) : a < b;
  };
  const auto middle = labels.begin() + static_cast<std::ptrdiff_t>(std::min(n, labels.size()));
  std::partial_sort(labels.begin(), middle, labels.end(), better);
  labels.erase(middle, labels.end());
  return labels;
}

}  // namespace

std::vector<Candidate> best_classes(const Codebook& codebook, const Instances& instances,
                                    std::size_t index, std::size_t n) {
  check_instances(codebook, instances, instances.codes.size());
  if (index >= instances.codes.size()) {
    throw std::invalid_argument("best classes: found instance " + std::to_string(index) +
                                ", expected one below " + std::to_string(instances.codes.size()));
  }
  const auto num_bits = static_cast<std::size_t>(codebook.num_bits());
  const bool soft = !instances.projections.empty();
  const CodeView code = instances.codes[index];
  std::vector<std::uint16_t> distances(codebook.num_classes());
  hamming_kernel().distances(code.data(), array_of(codebook.codes()), distances.data());
  std::vector<float> scores(codebook.num_classes());
  if (soft) {
    SoftScorer(codebook).scores(instances.projections.data() + index * num_bits, scores);
  } else {
    std::ranges::transform(distances, scores.begin(), [&](std::uint16_t distance) {
      return static_cast<float>(codebook.num_bits() - 2 * distance);
    });
  }
  std::vector<Candidate> candidates;
  for (const std::int32_t label : best_labels(scores, n)) {
    const auto place = static_cast<std::size_t>(label);
    candidates.push_back({.label = label, .distance = distances[place], .score = scores[place]});
    if (soft) candidates.back().probability = static_cast<float>(posterior(scores, scores[place]));
  }
  return candidates;
}

}  // namespace llcodes
