#include "cli/ood_values.h"

#include <algorithm>

namespace llcodes::cli {
namespace {

/// The paper tunes on up to 3,000 OOD samples; more are for the table over their number.
constexpr std::size_t kMostForRules = 3000;

/// The largest number of OOD samples that a rule of the table was tuned on.
std::size_t most_samples(const OodTable& table) {
  std::size_t most = 0;
  for (const OodRow& row : table.rows) {
    if (row.ood_samples <= kMostForRules) most = std::max(most, row.ood_samples);
  }
  return most;
}

std::string rule_name(const OodRow& row, std::size_t most) {
  std::string name = row.rule.starts_with("kNN") ? "kNN" : row.rule;
  const bool by_radius = row.threshold.starts_with("distance");  // the rule says it already
  if (!row.threshold.empty() && !by_radius) name += ", " + row.threshold;
  const bool tuned = row.ood_samples > 0 && row.threshold.starts_with("tuned");
  if (!tuned) return name;
  return name + " on " + (row.ood_samples == most ? "all" : std::to_string(row.ood_samples));
}

void add_rules(const OodTable& table, Values& values) {
  const std::size_t most = most_samples(table);
  for (const OodRow& row : table.rows) {
    const std::string name = rule_name(row, most) + ": ";
    values[name + "auroc"] = row.separation.auroc;
    values[name + "fpr95"] = row.separation.fpr95;
    values[name + "best_f1"] = row.best_f1;
    if (row.f1) values[name + "f1"] = *row.f1;
    if (row.paper_f1) values[name + "f1_paper"] = *row.paper_f1;
    if (!row.rejection) continue;
    values[name + "kept"] = 1 - row.rejection->known;
    values[name + "caught"] = row.rejection->ood;
  }
}

/// Where there are fewer samples than asked for, all there are stand for the next number.
void add_tuning(const OodTable& table, Values& values) {
  for (const TuningPoint& point : table.tuning) {
    const auto asked = std::ranges::lower_bound(kTuningCounts, point.samples);
    if (asked == std::end(kTuningCounts)) continue;
    const std::string name = tuning_group(*asked) + ": ";
    values[name + "samples"] = static_cast<double>(point.samples);
    values[name + "tuned"] = point.tuned;
    values[name + "default"] = point.default_whole;
    values[name + "tuned_alike"] = point.representative;
    values[name + "default_alike"] = point.default_rule;
  }
}

}  // namespace

std::string tuning_group(std::size_t samples) {
  return "up to " + std::to_string(samples) + " OOD samples";
}

Values values_of(const OodTable& table) {
  Values values;
  add_rules(table, values);
  add_tuning(table, values);
  return values;
}

}  // namespace llcodes::cli
