// OOD detection measured: every rule and score on one pair of data sets, and the two experiments of
// the paper's appendix.
//
// Rules reject by a threshold. Scores are also judged without one. Three kinds of threshold: fixed
// (a radius), from known validation instances alone (a quantile: the product's way, no OOD sample),
// and tuned on OOD samples (the baselines' way).
#pragma once

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "llcodes/core/encoded_set.h"
#include "llcodes/core/linear_classifier.h"
#include "llcodes/core/progress.h"
#include "llcodes/eval/detection.h"
#include "llcodes/eval/ood_scores.h"

namespace llcodes {

/// The threshold on the code probability of a model that has none of its own.
inline constexpr double kFallbackProbability = 0.05;

/// What is measured and what is at hand for thresholds and baselines; null where it is not.
struct OodData {
  const Codebook& codebook;
  const EncodedSet& known;
  const EncodedSet& ood;
  const EncodedSet* calibration = nullptr;        ///< known instances that thresholds are set on
  const EncodedSet* tuning = nullptr;             ///< OOD instances that baselines are tuned on
  const LinearClassifier* linear = nullptr;       ///< baselines; the sets above need its features
  const EncodedSet* reference = nullptr;          ///< training instances with features, for kNN
  double min_probability = kFallbackProbability;  ///< the model's own threshold (detector.h)
  std::span<const LogitScore> known_logits =
      {};  ///< of `known`, where they are ready; else computed
};

/// Of kNN.
inline constexpr std::size_t kUsualNeighbours = 50;
/// OOD samples that thresholds are tuned on: those of the paper's appendix.
inline constexpr std::size_t kTuningCounts[] = {10, 30, 100, 300, 1000, 3000, 10000};

struct OodOptions {
  Positive positive = Positive::kOod;
  double ratio = 0;  ///< known : OOD of the F1; 0: as in the data
  std::vector<int> radii = {1, 2};
  double keep = kAutomaticKeep;  ///< share of calibration instances that a quantile threshold keeps
  std::size_t neighbours = kUsualNeighbours;
  std::vector<std::size_t> tuning_counts = {std::begin(kTuningCounts), std::end(kTuningCounts)};
  std::size_t draws = 20;  ///< of OOD samples; F1 is the mean over them
  std::uint64_t seed = 1;
};

/// Names of the scores that rules are built on.
inline constexpr const char* kDistanceScore = "distance";
inline constexpr const char* kCodeScore = "code probability";
inline constexpr const char* kMassScore = "code mass";
inline constexpr const char* kMspScore = "MSP";

/// The strangeness of all instances by one score.
struct OodScore {
  std::string name;
  Strangeness test;
  Strangeness tuning;  ///< known: calibration instances, ood: tuning instances; may be empty
};

/// Throws std::invalid_argument, naming the set, if it has not the features that the linear model
/// reads, or those of another.
void require_features(const EncodedSet& set, const LinearClassifier& linear,
                      const std::string& name);

/// distance, code probability, code mass, ratio, soft maximum, log-sum-exp; with a linear model
/// MSP, MaxLogit, Energy, and with reference instances kNN. Without projections only distance.
/// Throws std::invalid_argument if a set that a baseline needs has no features.
std::vector<OodScore> ood_scores(const OodData& data, const OodOptions& options,
                                 const Progress& progress = {});

struct OodRow {
  std::string rule;
  std::string threshold;               ///< in words; empty: judged without one
  std::size_t ood_samples = 0;         ///< that the threshold was set on
  std::optional<Rejection> rejection;  ///< mean over draws
  std::optional<double> f1;            ///< likewise
  std::optional<double> paper_f1;      ///< at the paper's ratio, five known for each OOD instance
  Separation separation;               ///< of the score behind the rule
  double best_f1 = 0;                  ///< by the best threshold on the very test data: a ceiling
};

/// F1 where a threshold is tuned on `samples` OOD instances: mean and deviation over draws.
struct TuningPoint {
  std::size_t samples = 0;
  double tuned = 0;  ///< MSP, test at the full ratio
  double deviation = 0;
  double representative = 0;  ///< MSP, tested at the ratio it was tuned at
  double default_rule = 0;    ///< the default rule at that same ratio
  double default_whole = 0;   ///< the default rule at the full ratio
};

struct OodTable {
  std::size_t known = 0;
  std::size_t ood = 0;
  double ratio = 0;
  Positive positive = Positive::kOod;
  std::vector<OodRow> rows;
  std::vector<TuningPoint> tuning;  ///< the appendix; empty without linear model and tuning data
};

/// The table from scores that are ready; `min_probability` as in OodData. Throws
/// std::invalid_argument if there is no known or no OOD instance.
OodTable measure_ood(const std::vector<OodScore>& scores, double min_probability,
                     const OodOptions& options);

/// The same from the data. Throws std::invalid_argument also if widths differ.
OodTable measure_ood(const OodData& data, const OodOptions& options, const Progress& progress = {});

/// A share as people give it: 0.9995 is "99.95 %", and 0.93 "93 %".
std::string share_text(double share);

}  // namespace llcodes
