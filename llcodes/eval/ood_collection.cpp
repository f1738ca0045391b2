#include <algorithm>
#include <functional>
#include <stdexcept>

#include "llcodes/eval/ood.h"

namespace llcodes {
namespace {

/// The parts of the data, in the order known, OOD, calibration, tuning.
std::vector<const EncodedSet*> parts_of(const OodData& data) {
  return {&data.known, &data.ood, data.calibration, data.tuning};
}

/// Turns one list of values a part into a score.
OodScore score_from(std::string name, std::vector<std::vector<double>> parts) {
  return {std::move(name),
          {std::move(parts[0]), std::move(parts[1])},
          {std::move(parts[2]), std::move(parts[3])}};
}

/// A named strangeness as a function of what was computed about an instance.
template <class Computed>
struct Reading {
  const char* name;
  double (*strangeness)(const Computed&);
};

const std::vector<Reading<CodeScore>> kCodeReadings = {
    {kDistanceScore, [](const CodeScore& score) -> double { return score.distance; }},
    {kCodeScore, [](const CodeScore& score) { return -score.log_probability; }},
    {kMassScore, [](const CodeScore& score) { return -score.log_mass; }},
    {"ratio", [](const CodeScore& score) { return -score.ratio; }},
    {"soft maximum", [](const CodeScore& score) { return -score.maximum; }},
    {"log-sum-exp", [](const CodeScore& score) { return -score.log_sum; }}};

const std::vector<Reading<LogitScore>> kLogitReadings = {
    {kMspScore, [](const LogitScore& score) { return -score.probability; }},
    {"MaxLogit", [](const LogitScore& score) { return -score.maximum; }},
    {"Energy", [](const LogitScore& score) { return -score.energy; }}};

/// Applies each reading to what `compute` says about each part.
template <class Computed>
void add_scores(const OodData& data, const std::vector<Reading<Computed>>& readings,
                const std::function<std::vector<Computed>(const EncodedSet&)>& compute,
                std::vector<OodScore>& scores) {
  std::vector<std::vector<Computed>> computed;
  for (const EncodedSet* part : parts_of(data)) {
    computed.push_back(part == nullptr ? std::vector<Computed>{} : compute(*part));
  }
  for (const Reading<Computed>& reading : readings) {
    std::vector<std::vector<double>> parts(computed.size());
    for (std::size_t part = 0; part < computed.size(); ++part) {
      std::ranges::transform(computed[part], std::back_inserter(parts[part]), reading.strangeness);
    }
    scores.push_back(score_from(reading.name, std::move(parts)));
  }
}

void require_features(const OodData& data) {
  const struct {
    const EncodedSet* set;
    const char* name;
  } parts[] = {{&data.known, "known instances"},
               {&data.ood, "OOD instances"},
               {data.calibration, "calibration instances"},
               {data.tuning, "tuning instances"},
               {data.reference, "reference instances"}};
  for (const auto& [set, name] : parts) {
    if (set != nullptr) require_features(*set, *data.linear, name);
  }
}

OodScore neighbour_score(const OodData& data, const OodOptions& options, const Progress& progress) {
  const FeatureRows bank{data.reference->features, data.reference->num_features()};
  std::vector<std::vector<double>> parts;
  for (const EncodedSet* part : parts_of(data)) {
    parts.emplace_back();
    const bool is_used = part != nullptr && part != data.tuning;  // MSP alone is tuned
    if (!is_used || part->codes.empty()) continue;
    parts.back() = neighbour_distances({part->features, part->num_features()}, bank,
                                       options.neighbours, progress);
  }
  return score_from("kNN(" + std::to_string(options.neighbours) + ")", std::move(parts));
}

}  // namespace

void require_features(const EncodedSet& set, const LinearClassifier& linear,
                      const std::string& name) {
  if (set.codes.empty()) return;
  if (!set.classifier.empty() && set.classifier != linear.fingerprint()) {
    throw std::invalid_argument(name + ": the features are those of another linear model (" +
                                set.classifier + ") than this one (" + linear.fingerprint() +
                                "): encode every set with --linear and the same linear model");
  }
  if (set.num_features() == linear.num_features()) return;
  throw std::invalid_argument(
      name + ": the baselines need " + std::to_string(linear.num_features()) +
      " features an instance of the linear model, found " + std::to_string(set.num_features()) +
      ": encode every set with --linear and the same linear model");
}

std::vector<OodScore> ood_scores(const OodData& data, const OodOptions& options,
                                 const Progress& progress) {
  const bool soft = !data.known.projections.empty() && !data.ood.projections.empty();
  std::vector<Reading<CodeScore>> readings = kCodeReadings;
  if (!soft) readings.resize(1);
  std::vector<OodScore> scores;
  add_scores<CodeScore>(
      data, readings,
      [&](const EncodedSet& part) { return score_codes(data.codebook, part.instances()); }, scores);
  if (data.linear == nullptr) return scores;
  require_features(data);
  const auto logits = [&](const EncodedSet& part) {
    if (&part != &data.known || data.known_logits.empty()) {
      return score_logits(*data.linear, part.features);
    }
    return std::vector<LogitScore>(data.known_logits.begin(), data.known_logits.end());
  };
  add_scores<LogitScore>(data, kLogitReadings, logits, scores);
  if (data.reference != nullptr) scores.push_back(neighbour_score(data, options, progress));
  return scores;
}

}  // namespace llcodes
