#include "llcodes/eval/detection.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

/// Instances of one strangeness.
struct Group {
  double value = 0;
  double known = 0;
  double ood = 0;
};

/// Groups of equal values, strangest first.
std::vector<Group> groups_of(const Strangeness& strangeness) {
  std::vector<Group> single;
  single.reserve(strangeness.known.size() + strangeness.ood.size());
  for (const double value : strangeness.known) single.push_back({value, 1, 0});
  for (const double value : strangeness.ood) single.push_back({value, 0, 1});
  std::ranges::sort(single, std::ranges::greater{}, &Group::value);
  std::vector<Group> groups;
  for (const Group& group : single) {
    if (groups.empty() || groups.back().value != group.value) groups.push_back({group.value});
    groups.back().known += group.known;
    groups.back().ood += group.ood;
  }
  return groups;
}

void require_both(const Strangeness& strangeness) {
  if (!strangeness.known.empty() && !strangeness.ood.empty()) return;
  throw std::invalid_argument("detection: found " + std::to_string(strangeness.known.size()) +
                              " known and " + std::to_string(strangeness.ood.size()) +
                              " OOD instances, expected some of both");
}

/// Positives and negatives of one group, in the order in which a falling threshold calls them.
struct Step {
  double positives = 0;
  double negatives = 0;
};

std::vector<Step> steps_of(std::vector<Group> groups, Positive positive) {
  const bool ood = positive == Positive::kOod;
  if (!ood) std::ranges::reverse(groups);
  std::vector<Step> steps;
  for (const Group& group : groups) {
    steps.push_back(ood ? Step{group.ood, group.known} : Step{group.known, group.ood});
  }
  return steps;
}

}  // namespace

Positive positive_from_name(std::string_view name) {
  if (name == "ood") return Positive::kOod;
  if (name == "known") return Positive::kKnown;
  throw std::invalid_argument("positive class: found '" + std::string(name) +
                              "', expected ood or known");
}

std::string_view name_of(Positive positive) { return positive == Positive::kOod ? "ood" : "known"; }

Separation measure_separation(const Strangeness& strangeness, Positive positive) {
  require_both(strangeness);
  const std::vector<Step> steps = steps_of(groups_of(strangeness), positive);
  Step total;
  for (const Step& step : steps) {
    total.positives += step.positives;
    total.negatives += step.negatives;
  }
  Separation result{.fpr95 = -1};
  Step called;
  for (const Step& step : steps) {
    // Each negative of this step is beaten by the positives before it, and tied by those in it.
    result.auroc += step.negatives * (called.positives + step.positives / 2);
    called.positives += step.positives;
    called.negatives += step.negatives;
    const double precision = called.positives / (called.positives + called.negatives);
    result.aupr += step.positives / total.positives * precision;
    if (result.fpr95 < 0 && called.positives >= 0.95 * total.positives) {
      result.fpr95 = called.negatives / total.negatives;
    }
  }
  result.auroc /= total.positives * total.negatives;
  return result;
}

Rejection reject_above(const Strangeness& strangeness, double threshold) {
  const auto share = [&](const std::vector<double>& values) {
    const auto above = std::ranges::count_if(values, [&](double v) { return v > threshold; });
    return values.empty() ? 0 : static_cast<double>(above) / static_cast<double>(values.size());
  };
  return {share(strangeness.known), share(strangeness.ood)};
}

double f1_of(const Rejection& rejection, const F1Options& options) {
  const bool ood = options.positive == Positive::kOod;
  const double weight = options.ratio;
  const double hits = ood ? rejection.ood : weight * (1 - rejection.known);
  const double misses = ood ? 1 - rejection.ood : weight * rejection.known;
  const double false_alarms = ood ? weight * rejection.known : 1 - rejection.ood;
  const double total = 2 * hits + misses + false_alarms;
  return total > 0 ? 2 * hits / total : 0;
}

double best_f1_threshold(const Strangeness& strangeness, const F1Options& options) {
  require_both(strangeness);
  const auto known = static_cast<double>(strangeness.known.size());
  const auto ood = static_cast<double>(strangeness.ood.size());
  Rejection rejected;
  double best = f1_of(rejected, options), threshold = std::numeric_limits<double>::infinity();
  const std::vector<Group> groups = groups_of(strangeness);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    rejected.known += groups[i].known / known;
    rejected.ood += groups[i].ood / ood;
    const double f1 = f1_of(rejected, options);
    if (f1 <= best) continue;
    best = f1;
    const bool last = i + 1 == groups.size();
    threshold = last ? -std::numeric_limits<double>::infinity()
                     : std::midpoint(groups[i].value, groups[i + 1].value);
    // Of two neighbouring numbers the midpoint may round up to the larger one.
    if (!last && threshold >= groups[i].value) threshold = groups[i + 1].value;
  }
  return threshold;
}

double share_to_keep(double keep, std::span<const double> doubts) {
  constexpr double kMostRejected = 0.95;  // of a model that knows nothing
  if (keep != kAutomaticKeep) return keep;
  if (doubts.empty()) throw std::invalid_argument("threshold: found no known instance");
  const double sum = std::accumulate(doubts.begin(), doubts.end(), 0.0);
  return 1 - std::clamp(sum / static_cast<double>(doubts.size()), kLeastRejected, kMostRejected);
}

double quantile_threshold(std::span<const double> known, double keep) {
  if (known.empty()) throw std::invalid_argument("threshold: found no known instance");
  if (!(keep > 0 && keep <= 1)) {
    throw std::invalid_argument("threshold: found a share of " + std::to_string(keep) +
                                " to keep, expected more than 0 and at most 1");
  }
  std::vector<double> sorted(known.begin(), known.end());
  const auto wanted =
      static_cast<std::size_t>(std::ceil(keep * static_cast<double>(sorted.size()) - 1e-9));
  const auto place =
      sorted.begin() + static_cast<std::ptrdiff_t>(std::max<std::size_t>(wanted, 1) - 1);
  std::nth_element(sorted.begin(), place, sorted.end());
  return *place;
}

double conservative_threshold(std::span<const double> ood) {
  if (ood.size() < 2) {
    throw std::invalid_argument("threshold: found " + std::to_string(ood.size()) +
                                " OOD samples, expected two or more");
  }
  const auto count = static_cast<double>(ood.size());
  const double mean = std::accumulate(ood.begin(), ood.end(), 0.0) / count;
  double squares = 0;
  for (const double value : ood) squares += (value - mean) * (value - mean);
  return mean - std::sqrt(squares / (count - 1));
}

}  // namespace llcodes
