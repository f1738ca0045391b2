// Instances of no class beside known ones: every rule and score, curves, and examples.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>

#include "llcodes/core/random.h"
#include "llcodes/eval/detector.h"
#include "llcodes/eval/ood.h"
#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr std::size_t kExamples = 14, kCurvePoints = 80;
constexpr int kLargestRadius = 6;

OodData data_of(const Material& material) {
  const RunRecord& run = material.run;
  OodData data{.codebook = run.codebook,
               .known = *run.test,
               .ood = *run.ood,
               .min_probability = run.min_probability,
               .known_logits = material.test_logits};
  const bool has_features = !run.test->features.empty() && !run.ood->features.empty();
  if (run.linear && has_features) data.linear = &*run.linear;
  return data;
}

json row_of(const OodRow& row, const std::string& default_rule) {
  json result = {{"rule", row.rule},
                 {"threshold", row.threshold},
                 {"default", row.rule == default_rule && row.rejection.has_value()},
                 {"known_kept", nullptr},
                 {"ood_rejected", nullptr},
                 {"f1", nullptr},
                 {"auroc", row.separation.auroc},
                 {"fpr95", row.separation.fpr95}};
  if (row.rejection) {
    result["known_kept"] = 1 - row.rejection->known;
    result["ood_rejected"] = row.rejection->ood;
  }
  if (row.f1) result["f1"] = *row.f1;
  return result;
}

/// Shares rejected at thresholds spread over the known instances: from (0, 0) to (1, 1).
json curve_of(const Strangeness& strangeness) {
  std::vector<double> thresholds = strangeness.known;
  thresholds.insert(thresholds.end(), strangeness.ood.begin(), strangeness.ood.end());
  std::sort(thresholds.begin(), thresholds.end(), std::greater<>());
  thresholds.erase(std::unique(thresholds.begin(), thresholds.end()), thresholds.end());
  const std::size_t step = std::max<std::size_t>(1, thresholds.size() / kCurvePoints);
  json points = json::array();
  for (std::size_t i = 0; i < thresholds.size(); i += step) {
    const Rejection rejected = reject_above(strangeness, thresholds[i]);
    points.push_back({rounded(rejected.known, 4), rounded(rejected.ood, 4)});
  }
  points.push_back({1, 1});
  return points;
}

json curves_of(const std::vector<OodScore>& scores) {
  json curves = json::array();
  for (const OodScore& score : scores) {
    curves.push_back({{"score", score.name},
                      {"auroc", measure_separation(score.test, Positive::kOod).auroc},
                      {"points", curve_of(score.test)}});
  }
  return curves;
}

/// Share of instances whose nearest class code is within radius 0, 1, ...
json accepted_within(const std::vector<Detection>& detections, int num_bits) {
  json shares = json::array();
  for (int radius = 0; radius <= std::min(kLargestRadius, num_bits); ++radius) {
    const auto within = std::count_if(detections.begin(), detections.end(),
                                      [&](const auto& one) { return one.distance <= radius; });
    shares.push_back(
        rounded(static_cast<double>(within) / static_cast<double>(detections.size()), 5));
  }
  return shares;
}

double accepted_share(const std::vector<Detection>& detections) {
  const auto accepted = std::count_if(detections.begin(), detections.end(),
                                      [](const Detection& one) { return one.accepted; });
  return static_cast<double>(accepted) / static_cast<double>(detections.size());
}

/// Probabilities go down to 1e-9, where digits after the point are no measure.
double significant(double value) {
  if (value <= 0) return 0;
  return rounded(value, 1 - static_cast<int>(std::floor(std::log10(value))));
}

/// What to draw examples from.
struct Group {
  const EncodedSet& set;
  const PictureSource& pictures;
  const std::vector<Detection>& detections;
};

json examples_of(const Group& group, bool accepted, PictureSheet& sheet) {
  json examples = json::array();
  for (const std::uint32_t index : permutation(group.detections.size(), 3, 0)) {
    if (examples.size() == kExamples) break;
    const Detection& detection = group.detections[index];
    if (detection.accepted != accepted) continue;
    const std::string name = instance_name(group.set, index);
    examples.push_back({{"picture", sheet.add(group.pictures, name)},
                        {"name", name},
                        {"label", detection.label},
                        {"distance", detection.distance},
                        {"probability", significant(detection.probability)}});
  }
  return examples;
}

std::string rule_text(const DetectorOptions& options) {
  if (options.rule != OodRule::kProbability)
    return "at most " + std::to_string(options.radius) + " bit away";
  char percent[32];
  std::snprintf(percent, sizeof percent, "%.2g", 100 * options.min_probability);
  return std::string("code probability at least ") + percent + " %";
}

}  // namespace

json ood_section(const Material& material) {
  const RunRecord& run = material.run;
  if (!run.test || !run.ood || run.test->codes.empty() || run.ood->codes.empty()) return nullptr;
  const bool soft = !run.test->projections.empty() && !run.ood->projections.empty();
  const DetectorOptions rule{.rule = soft ? OodRule::kProbability : OodRule::kBall,
                             .min_probability = run.min_probability};
  const auto known = detect(run.codebook, run.test->instances(), rule);
  const auto strangers = detect(run.codebook, run.ood->instances(), rule);
  const std::vector<OodScore> scores = ood_scores(data_of(material), {});
  const OodTable table = measure_ood(scores, run.min_probability, {});
  json rows = json::array();
  const std::string default_rule = soft ? kCodeScore : "within " + std::to_string(rule.radius);
  for (const OodRow& row : table.rows) rows.push_back(row_of(row, default_rule));
  const Group known_group{*run.test, material.test, known};
  const Group stranger_group{*run.ood, material.ood, strangers};
  return {{"known", table.known},
          {"ood", table.ood},
          {"rule", rule_text(rule)},
          {"by_probability", soft},
          {"known_kept", accepted_share(known)},
          {"strangers_kept", accepted_share(strangers)},
          {"rows", rows},
          {"roc", curves_of(scores)},
          {"accepted",
           {{"known", accepted_within(known, run.codebook.num_bits())},
            {"ood", accepted_within(strangers, run.codebook.num_bits())}}},
          {"examples",
           {{"rejected", examples_of(stranger_group, false, material.sheet)},
            {"accepted", examples_of(stranger_group, true, material.sheet)},
            {"lost", examples_of(known_group, false, material.sheet)}}}};
}

}  // namespace llcodes::report
