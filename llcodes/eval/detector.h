// Says of each instance whether it belongs to any class: the product's OOD rule.
#pragma once

#include <string_view>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/decoder.h"
#include "llcodes/eval/ood.h"

namespace llcodes {

/// mass: code mass (ood_scores.h); exact and ball: the paper's rules, distance 0 or within a
/// radius.
enum class OodRule { kMass, kExact, kBall };

OodRule ood_rule_from_name(std::string_view name);  ///< "mass", "exact", "ball"

struct DetectorOptions {
  OodRule rule = OodRule::kMass;
  double min_mass = kDefaultMass;
  int radius = 1;
};

struct Detection {
  bool accepted = false;
  std::int32_t label = kNoClass;  ///< the nearest class, also of a rejected instance
  int distance = 0;               ///< to the nearest class code
  double mass = 0;                ///< 0 without projections
};

/// Throws std::invalid_argument if widths differ, or the rule needs projections and there are none.
std::vector<Detection> detect(const Codebook& codebook, const Instances& instances,
                              const DetectorOptions& options);

/// The smallest code mass that `keep` of these known instances reach: a threshold without any OOD
/// sample.
double calibrated_mass(const Codebook& codebook, const Instances& known, double keep);

}  // namespace llcodes
