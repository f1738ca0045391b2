#include "llcodes/core/decoder_base.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "llcodes/core/hamming.h"

namespace llcodes {
namespace {

constexpr float kLargestProjection = 1e30f;  // sums of 256 of these stay finite

void check_equal(const char* what, std::size_t found, std::size_t expected) {
  if (found == expected) return;
  throw std::invalid_argument(std::string("decode: found ") + std::to_string(found) + " " + what +
                              ", expected " + std::to_string(expected));
}

bool is_usable(float value) { return std::abs(value) <= kLargestProjection; }

// First one pass without exit, which the compiler vectorizes; the place only when there is one.
void check_finite(std::span<const float> projections, std::size_t num_bits) {
  bool usable = true;
  for (const float value : projections) usable &= is_usable(value);
  if (usable) return;
  const auto bad = std::ranges::find_if_not(projections, is_usable);
  const auto position = static_cast<std::size_t>(bad - projections.begin());
  throw std::invalid_argument("decode: the projection in row " +
                              std::to_string(position / num_bits) + ", column " +
                              std::to_string(position % num_bits) + " is " + std::to_string(*bad) +
                              ", expected a finite number below 1e30");
}

/// The best score of any class but `label`; minus infinity if there is no other.
float best_other(std::span<const float> scores, std::size_t label) {
  float best = -std::numeric_limits<float>::infinity();
  for (std::size_t other = 0; other < scores.size(); ++other) {
    if (other != label) best = std::max(best, scores[other]);
  }
  return best;
}

}  // namespace

void check_instances(const Codebook& codebook, const Instances& instances, std::size_t places) {
  const auto num_bits = static_cast<std::size_t>(codebook.num_bits());
  check_equal("bits an instance code", static_cast<std::size_t>(instances.codes.num_bits()),
              num_bits);
  check_equal("places for the answers", places, instances.codes.size());
  if (instances.projections.empty()) return;
  check_equal("projections", instances.projections.size(), instances.codes.size() * num_bits);
  check_finite(instances.projections, num_bits);
}

const float* DecoderBase::projection(const Instances& instances, std::size_t index) const {
  if (instances.projections.empty()) return nullptr;
  return instances.projections.data() + index * static_cast<std::size_t>(codebook_.num_bits());
}

void DecoderBase::require_projections(const Instances& instances) const {
  if (!instances.projections.empty() || instances.codes.empty()) return;
  throw std::invalid_argument("decoder \"" + std::string(name_of(options_.decode)) +
                              "\" needs the real-valued projections of the instances, found codes "
                              "only; keep projections when encoding, or use ed, ball or mhd");
}

bool DecoderBase::wants_all_scores() const {
  return options_.probabilities || options_.min_probability > 0 || options_.min_margin > 0;
}

void DecoderBase::all_scores(const Instances& instances, std::size_t index,
                             std::vector<float>& scores) const {
  scores.resize(codebook_.num_classes());
  if (const float* z = projection(instances, index)) return scorer_.scores(z, scores);
  std::vector<std::uint16_t> distances(scores.size());
  hamming_kernel().distances(instances.codes[index].data(), array_of(class_codes()),
                             distances.data());
  std::ranges::transform(distances, scores.begin(), [&](std::uint16_t distance) {
    return static_cast<float>(codebook_.num_bits() - 2 * distance);
  });
}

void DecoderBase::finish(const Instances& instances, std::size_t index, std::vector<float>& scores,
                         Decision& decision) const {
  if (decision.label == kNoClass) return;
  const auto label = static_cast<std::size_t>(decision.label);
  const float* const z = projection(instances, index);
  decision.score = z ? soft_score(codebook_, label, z)
                     : static_cast<float>(codebook_.num_bits() - 2 * decision.distance);
  if (!wants_all_scores()) return;
  all_scores(instances, index, scores);
  decision.margin = decision.score - best_other(scores, label);
  if (z) decision.probability = static_cast<float>(posterior(scores, decision.score));
  // A hard decision may have a negative margin: only a limit that was asked for counts.
  const bool narrow = options_.min_margin > 0 && decision.margin < options_.min_margin;
  const bool unlikely = z && decision.probability < options_.min_probability;
  if (narrow || unlikely) decision.label = kNoClass;
}

}  // namespace llcodes
