#include "cli/ood_values.h"

#include <algorithm>

namespace llcodes::cli {
namespace {

std::string rule_name(const OodRow& row, std::size_t most_samples) {
  std::string name = row.rule;
  const bool by_radius = row.threshold.starts_with("distance");  // the rule says it already
  if (!row.threshold.empty() && !by_radius) name += ", " + row.threshold;
  const bool tuned = row.ood_samples > 0 && row.threshold.starts_with("tuned");
  if (!tuned) return name;
  const bool all = row.ood_samples == most_samples;
  return name + " on " + (all ? "all" : std::to_string(row.ood_samples));
}

}  // namespace

Values values_of(const OodTable& table) {
  Values values;
  const std::size_t most = std::ranges::max(table.rows, {}, &OodRow::ood_samples).ood_samples;
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
  return values;
}

}  // namespace llcodes::cli
