// Says of each instance whether it belongs to any class: the product's OOD rule.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/core/decoder.h"
#include "llcodes/eval/ood.h"

namespace llcodes {

/// probability: of the likeliest class code (ood_scores.h); exact and ball: the paper's rules,
/// distance 0 or within a radius.
enum class OodRule { kProbability, kExact, kBall };

OodRule ood_rule_from_name(std::string_view name);  ///< "probability", "exact", "ball"

struct DetectorOptions {
  OodRule rule = OodRule::kProbability;
  double min_probability = kFallbackProbability;
  int radius = 1;
};

struct Detection {
  bool accepted = false;
  std::int32_t label = kNoClass;  ///< the nearest class, also of a rejected instance
  int distance = 0;               ///< to the nearest class code
  double probability = 0;         ///< of its code; 0 without projections
};

/// Throws std::invalid_argument if widths differ, or the rule needs projections and there are none.
std::vector<Detection> detect(const Codebook& codebook, const Instances& instances,
                              const DetectorOptions& options);

/// The code probability that the share `keep` of these known instances reach, or that rejects as
/// many of them as the model expects to decode wrongly, at least 5 % (kAutomaticKeep): a threshold
/// without any OOD sample.
double calibrated_probability(const Codebook& codebook, const Instances& known, double keep);

/// Training calibrates a model on its validation data and keeps the threshold in the model file;
/// none in files without. Throws FormatError if it is no probability.
inline constexpr const char* kThresholdKey = "known_probability";
std::optional<double> own_threshold(const Container& model);

}  // namespace llcodes
