#include "llcodes/eval/detector.h"

#include <charconv>
#include <cmath>
#include <stdexcept>
#include <string>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

void require_projections(const Instances& instances) {
  if (!instances.projections.empty() || instances.codes.empty()) return;
  throw std::invalid_argument(
      "the code probability needs the real-valued projections, found codes only: keep projections "
      "when encoding, or use the rule exact or ball");
}

bool accepts(const CodeScore& score, const DetectorOptions& options) {
  switch (options.rule) {
    case OodRule::kProbability:
      return std::exp(score.log_probability) >= options.min_probability;
    case OodRule::kExact:
      return score.distance == 0;
    case OodRule::kBall:
      return score.distance <= options.radius;
  }
  return false;
}

}  // namespace

OodRule ood_rule_from_name(std::string_view name) {
  if (name == "probability") return OodRule::kProbability;
  if (name == "exact") return OodRule::kExact;
  if (name == "ball") return OodRule::kBall;
  throw std::invalid_argument("rule: found '" + std::string(name) +
                              "', expected probability, exact or ball");
}

std::vector<Detection> detect(const Codebook& codebook, const Instances& instances,
                              const DetectorOptions& options) {
  if (options.rule == OodRule::kProbability) require_projections(instances);
  std::vector<Detection> detections;
  for (const CodeScore& score : score_codes(codebook, instances)) {
    const double probability = instances.projections.empty() ? 0 : std::exp(score.log_probability);
    detections.push_back({accepts(score, options), score.label, score.distance, probability});
  }
  return detections;
}

double calibrated_probability(const Codebook& codebook, const Instances& known, double keep) {
  require_projections(known);
  std::vector<double> strangeness, doubts;
  for (const CodeScore& score : score_codes(codebook, known)) {
    strangeness.push_back(-score.log_probability);
    doubts.push_back(doubt_of(score));
  }
  return std::exp(-quantile_threshold(strangeness, share_to_keep(keep, doubts)));
}

std::optional<double> own_threshold(const Container& model) {
  if (!model.has_metadata(kThresholdKey)) return std::nullopt;
  const std::string& text = model.metadata(kThresholdKey);
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  if (whole && value > 0 && value <= 1) return value;
  throw FormatError(model.path(), std::string("metadata ") + kThresholdKey, shown(text),
                    "a probability");
}

}  // namespace llcodes
