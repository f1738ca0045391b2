#include "cli/ood_report.h"

#include <nlohmann/json.hpp>

#include "cli/table.h"

namespace llcodes::cli {
namespace {

std::string heading(const OodReport& report) {
  const OodTable& table = report.table;
  return "known: " + report.known + ", " + count_text(table.known) +
         " instances; OOD: " + report.ood + ", " + count_text(table.ood) + " instances; F1 at " +
         fixed(table.ratio, 2) +
         " known to 1 OOD; positive class: " + std::string(name_of(table.positive)) + "\n\n";
}

std::string rule_table(const OodTable& ood) {
  Table table({"rule", "threshold", "OOD samples", "F1", "known kept", "OOD caught", "AUROC",
               "AUPR", "FPR95", "best F1"});
  for (const OodRow& row : ood.rows) {
    table.add(
        {row.rule, row.threshold, row.f1 ? count_text(row.ood_samples) : "",
         row.f1 ? fixed(*row.f1, 3) : "", row.rejection ? percent(1 - row.rejection->known) : "",
         row.rejection ? percent(row.rejection->ood) : "", fixed(row.separation.auroc, 4),
         fixed(row.separation.aupr, 3), percent(row.separation.fpr95), fixed(row.best_f1, 3)});
  }
  return table.text() + "\nbest F1: by the best threshold on this very data, a ceiling\n";
}

std::string tuning_table(const OodTable& ood) {
  if (ood.tuning.empty()) return "";
  Table table(
      {"OOD samples to tune on", "MSP, F1", "+-", "MSP, same ratio", "default, same ratio"});
  for (const TuningPoint& point : ood.tuning) {
    table.add({count_text(point.samples), fixed(point.tuned, 3), fixed(point.deviation, 3),
               fixed(point.representative, 3), fixed(point.default_rule, 3)});
  }
  return "\nThe paper's two experiments: tested at the full ratio whatever the tuning saw, and "
         "tested at\nthe ratio of the tuning (the default rule, which is not tuned, beside "
         "it)\n\n" +
         table.text();
}

nlohmann::json json_of(const OodRow& row) {
  nlohmann::json result = {{"rule", row.rule},
                           {"auroc", row.separation.auroc},
                           {"aupr", row.separation.aupr},
                           {"fpr95", row.separation.fpr95},
                           {"best_f1", row.best_f1}};
  if (!row.f1) return result;
  result["threshold"] = row.threshold;
  result["ood_samples"] = row.ood_samples;
  result["f1"] = *row.f1;
  result["known_kept"] = 1 - row.rejection->known;
  result["ood_caught"] = row.rejection->ood;
  return result;
}

nlohmann::json json_of(const TuningPoint& point) {
  return {{"ood_samples", point.samples},
          {"f1", point.tuned},
          {"deviation", point.deviation},
          {"f1_same_ratio", point.representative},
          {"default_f1_same_ratio", point.default_rule}};
}

}  // namespace

std::string text_of(const OodReport& report) {
  return heading(report) + rule_table(report.table) + tuning_table(report.table);
}

nlohmann::json json_of(const OodReport& report) {
  const OodTable& table = report.table;
  nlohmann::json result = {{"known", report.known},
                           {"ood", report.ood},
                           {"known_instances", table.known},
                           {"ood_instances", table.ood},
                           {"ratio", table.ratio},
                           {"positive", std::string(name_of(table.positive))},
                           {"rows", nlohmann::json::array()},
                           {"tuning", nlohmann::json::array()}};
  for (const OodRow& row : table.rows) result["rows"].push_back(json_of(row));
  for (const TuningPoint& point : table.tuning) result["tuning"].push_back(json_of(point));
  return result;
}

}  // namespace llcodes::cli
