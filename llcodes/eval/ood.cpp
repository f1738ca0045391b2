#include "llcodes/eval/ood.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <sstream>
#include <stdexcept>

#include "llcodes/core/random.h"
#include "llcodes/eval/paper_figures.h"

namespace llcodes {
namespace {

constexpr std::size_t kConservativeSamples = 50;

const OodScore* find(const std::vector<OodScore>& scores, std::string_view name) {
  const auto found = std::ranges::find(scores, name, &OodScore::name);
  return found == scores.end() ? nullptr : &*found;
}

std::string kept_text(double keep) {
  if (keep == kAutomaticKeep) return "rejects as many as it doubts";
  return "keeps " + share_text(keep) + " of known";
}

/// `count` of the values, the choice determined by (seed, draw).
std::vector<double> draw_samples(const std::vector<double>& values, std::size_t count,
                                 std::uint64_t seed, std::size_t draw) {
  const auto order = permutation(values.size(), seed, draw);
  std::vector<double> drawn;
  for (std::size_t i = 0; i < std::min(count, values.size()); ++i) {
    drawn.push_back(values[order[i]]);
  }
  return drawn;
}

/// Builds the rows of one table from its scores.
class TableBuilder {
 public:
  TableBuilder(const std::vector<OodScore>& scores, double min_probability,
               const OodOptions& options)
      : scores_(scores), default_threshold_(-std::log(min_probability)), options_(options) {
    const Strangeness& test = scores.front().test;
    table_.known = test.known.size();
    table_.ood = test.ood.size();
    const double own = static_cast<double>(table_.known) / static_cast<double>(table_.ood);
    table_.ratio = options.ratio > 0 ? options.ratio : own;
    table_.positive = options.positive;
  }

  OodTable build() {
    add_radius_rules();
    for (const OodScore& score : scores_) add_score(score);
    if (const OodScore* score = find(scores_, kMspScore)) add_tuned(*score);
    return table_;
  }

 private:
  F1Options f1_options(double ratio) const { return {ratio, options_.positive}; }

  OodRow row_of(const OodScore& score) const {
    OodRow row{.rule = score.name, .separation = measure_separation(score.test, options_.positive)};
    const double best = best_f1_threshold(score.test, f1_options(table_.ratio));
    row.best_f1 = f1_of(reject_above(score.test, best), f1_options(table_.ratio));
    return row;
  }

  void set_threshold(OodRow& row, const OodScore& score, double threshold,
                     std::string words) const {
    row.threshold = std::move(words);
    row.rejection = reject_above(score.test, threshold);
    row.f1 = f1_of(*row.rejection, f1_options(table_.ratio));
    row.paper_f1 = f1_of(*row.rejection, f1_options(kPaperOodRatio));
  }

  void add_radius_rules() {
    const OodScore& distance = *find(scores_, kDistanceScore);
    std::vector<int> radii = {0};
    radii.insert(radii.end(), options_.radii.begin(), options_.radii.end());
    for (const int radius : radii) {
      OodRow row = row_of(distance);
      row.rule = radius == 0 ? "exact match" : "within " + std::to_string(radius);
      set_threshold(row, distance, radius, "distance " + std::to_string(radius));
      table_.rows.push_back(std::move(row));
    }
  }

  /// Of the calibration instances; none of codes without projections.
  std::vector<double> doubts() const {
    const OodScore *code = find(scores_, kCodeScore), *mass = find(scores_, kMassScore);
    std::vector<double> values(find(scores_, kDistanceScore)->tuning.known.size());
    if (code == nullptr) return values;
    for (std::size_t i = 0; i < values.size(); ++i) {
      values[i] =
          doubt_of({.log_probability = -code->tuning.known[i], .log_mass = -mass->tuning.known[i]});
    }
    return values;
  }

  void add_score(const OodScore& score) {
    OodRow row = row_of(score);
    if (score.name == kCodeScore) {
      set_threshold(row, score, default_threshold_, "of the model (default)");
      table_.rows.push_back(row);
    }
    if (!score.tuning.known.empty()) {
      const double keep = share_to_keep(options_.keep, doubts());
      set_threshold(row, score, quantile_threshold(score.tuning.known, keep),
                    kept_text(options_.keep));
    } else if (score.name == kCodeScore || score.name == kDistanceScore) {
      return;  // its rows are there already
    }
    table_.rows.push_back(std::move(row));
  }

  /// The mean of a row over draws of OOD samples.
  template <class Threshold>
  void add_drawn(const OodScore& score, std::size_t samples, std::string words,
                 const Threshold& threshold_of) {
    OodRow row = row_of(score);
    row.threshold = std::move(words);
    row.ood_samples = samples;
    row.rejection.emplace();
    row.f1 = row.paper_f1 = 0;
    const auto draws = static_cast<double>(options_.draws);
    for (std::size_t draw = 0; draw < options_.draws; ++draw) {
      const auto drawn = draw_samples(score.tuning.ood, samples, options_.seed, draw);
      const Rejection rejection = reject_above(score.test, threshold_of(drawn));
      row.rejection->known += rejection.known / draws;
      row.rejection->ood += rejection.ood / draws;
      *row.f1 += f1_of(rejection, f1_options(table_.ratio)) / draws;
      *row.paper_f1 += f1_of(rejection, f1_options(kPaperOodRatio)) / draws;
    }
    table_.rows.push_back(std::move(row));
  }

  /// Known instances for each OOD sample that a threshold is tuned on.
  static double tuning_ratio(const OodScore& score, std::size_t samples) {
    return static_cast<double>(score.tuning.known.size()) / static_cast<double>(samples);
  }

  double tuned_threshold(const OodScore& score, const std::vector<double>& drawn) const {
    return best_f1_threshold({score.tuning.known, drawn},
                             f1_options(tuning_ratio(score, drawn.size())));
  }

  void add_tuned(const OodScore& score) {
    const std::size_t pool = score.tuning.ood.size();
    if (pool < 2 || score.tuning.known.empty()) return;
    add_drawn(score, std::min(pool, kConservativeSamples), "mean + 1 sd of OOD",
              [](const std::vector<double>& drawn) { return conservative_threshold(drawn); });
    std::vector<std::size_t> counts;
    for (const std::size_t count : options_.tuning_counts) counts.push_back(std::min(count, pool));
    counts.erase(std::unique(counts.begin(), counts.end()), counts.end());
    for (const std::size_t count : counts) {
      add_drawn(score, count, "tuned for F1",
                [&](const std::vector<double>& drawn) { return tuned_threshold(score, drawn); });
      table_.tuning.push_back(tuning_point(score, count));
    }
  }

  TuningPoint tuning_point(const OodScore& score, std::size_t samples) const {
    TuningPoint point{.samples = samples};
    const double same_ratio = tuning_ratio(score, samples);
    std::vector<double> values;
    for (std::size_t draw = 0; draw < options_.draws; ++draw) {
      const auto drawn = draw_samples(score.tuning.ood, samples, options_.seed, draw);
      const Rejection rejection = reject_above(score.test, tuned_threshold(score, drawn));
      values.push_back(f1_of(rejection, f1_options(table_.ratio)));
      point.representative += f1_of(rejection, f1_options(same_ratio));
    }
    const auto draws = static_cast<double>(values.size());
    for (const double value : values) point.tuned += value / draws;
    for (const double value : values) {
      point.deviation += (value - point.tuned) * (value - point.tuned);
    }
    point.deviation = draws > 1 ? std::sqrt(point.deviation / (draws - 1)) : 0;
    point.representative /= draws;
    const OodScore* code = find(scores_, kCodeScore);
    const OodScore& by_default = code != nullptr ? *code : *find(scores_, kDistanceScore);
    const Rejection rejection =
        reject_above(by_default.test, code != nullptr ? default_threshold_ : 0);
    point.default_rule = f1_of(rejection, f1_options(same_ratio));
    point.default_whole = f1_of(rejection, f1_options(table_.ratio));
    return point;
  }

  const std::vector<OodScore>& scores_;
  double default_threshold_;  ///< of the code probability, as a strangeness
  const OodOptions& options_;
  OodTable table_;
};

void require_both(std::size_t known, std::size_t ood) {
  if (known > 0 && ood > 0) return;
  throw std::invalid_argument("OOD detection: found " + std::to_string(known) + " known and " +
                              std::to_string(ood) + " OOD instances, expected some of both");
}

}  // namespace

OodTable measure_ood(const std::vector<OodScore>& scores, double min_probability,
                     const OodOptions& options) {
  const Strangeness& test = scores.at(0).test;
  require_both(test.known.size(), test.ood.size());
  return TableBuilder(scores, min_probability, options).build();
}

OodTable measure_ood(const OodData& data, const OodOptions& options, const Progress& progress) {
  require_both(data.known.codes.size(), data.ood.codes.size());
  return measure_ood(ood_scores(data, options, progress), data.min_probability, options);
}

std::string share_text(double share) {
  std::ostringstream text;
  text << std::setprecision(10) << share * 100 << " %";  // 99.95, and 93 without zeros
  return text.str();
}

}  // namespace llcodes
