#include "llcodes/eval/detector.h"

#include <cmath>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

void require_projections(const Instances& instances) {
  if (!instances.projections.empty() || instances.codes.empty()) return;
  throw std::invalid_argument(
      "the code mass needs the real-valued projections, found codes only: keep projections when "
      "encoding, or use the rule exact or ball");
}

bool accepts(const CodeScore& score, const DetectorOptions& options) {
  switch (options.rule) {
    case OodRule::kMass:
      return std::exp(score.log_mass) >= options.min_mass;
    case OodRule::kExact:
      return score.distance == 0;
    case OodRule::kBall:
      return score.distance <= options.radius;
  }
  return false;
}

}  // namespace

OodRule ood_rule_from_name(std::string_view name) {
  if (name == "mass") return OodRule::kMass;
  if (name == "exact") return OodRule::kExact;
  if (name == "ball") return OodRule::kBall;
  throw std::invalid_argument("rule: found '" + std::string(name) +
                              "', expected mass, exact or ball");
}

std::vector<Detection> detect(const Codebook& codebook, const Instances& instances,
                              const DetectorOptions& options) {
  if (options.rule == OodRule::kMass) require_projections(instances);
  std::vector<Detection> detections;
  for (const CodeScore& score : score_codes(codebook, instances)) {
    const double mass = instances.projections.empty() ? 0 : std::exp(score.log_mass);
    detections.push_back({accepts(score, options), score.label, score.distance, mass});
  }
  return detections;
}

double calibrated_mass(const Codebook& codebook, const Instances& known, double keep) {
  require_projections(known);
  std::vector<double> strangeness;
  for (const CodeScore& score : score_codes(codebook, known))
    strangeness.push_back(-score.log_mass);
  return std::exp(-quantile_threshold(strangeness, keep));
}

}  // namespace llcodes
