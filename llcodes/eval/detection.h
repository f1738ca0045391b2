// How well one number an instance tells strangers (out of distribution, OOD) from the known.
//
// The number is a strangeness: larger means less like the known classes; an instance is rejected
// where it is larger than a threshold. Instances of equal strangeness are rejected together, so no
// metric depends on the order of the instances. Which class counts as positive is always said:
// OpenOOD takes OOD, the papers on energy and nearest neighbours take the known.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace llcodes {

enum class Positive { kOod, kKnown };

Positive positive_from_name(std::string_view name);  ///< "ood", "known"
std::string_view name_of(Positive positive);

/// The strangeness of instances of both kinds.
struct Strangeness {
  std::vector<double> known;
  std::vector<double> ood;
};

/// What holds without a threshold.
struct Separation {
  double auroc = 0;  ///< chance that an OOD instance is stranger than a known one, ties one half
  double aupr = 0;   ///< average precision of the positive class, at the data's own ratio
  double fpr95 = 0;  ///< share of negatives called positive when 95 % of the positives are
};

/// Throws std::invalid_argument if there is no instance of either kind.
Separation measure_separation(const Strangeness& strangeness, Positive positive);

/// What a rule does: shares of the known and of OOD instances that it rejects.
struct Rejection {
  double known = 0;
  double ood = 0;
};

Rejection reject_above(const Strangeness& strangeness, double threshold);

struct F1Options {
  double ratio = 1;  ///< known instances for each OOD instance
  Positive positive = Positive::kOod;
};
double f1_of(const Rejection& rejection, const F1Options& options);

/// The threshold with the best F1 on these instances; of equal ones that which rejects fewest.
double best_f1_threshold(const Strangeness& strangeness, const F1Options& options);

/// A threshold rejects as many known instances as the model itself expects to decode wrongly, but at
/// least kLeastRejected of them, unless another share to keep is asked for (docs/ood.md).
inline constexpr double kAutomaticKeep = 0;
inline constexpr double kLeastRejected = 0.05;

/// The share of known instances to keep: `keep` itself, or with kAutomaticKeep what follows from
/// their doubts, 1 - the posterior probability of the likeliest class.
double share_to_keep(double keep, std::span<const double> doubts);

/// The smallest threshold that keeps at least this share of known instances: no OOD sample needed.
double quantile_threshold(std::span<const double> known, double keep);

/// The paper's conservative threshold: one standard deviation (of the sample) less strange than the
/// mean of some OOD samples.
double conservative_threshold(std::span<const double> ood);

}  // namespace llcodes
