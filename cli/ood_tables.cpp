// The tables of `reproduce` about instances of no class: told from the known (the paper's section
// 4.3, measured), and made classes of their own.
#include "cli/ood_values.h"
#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

const std::vector<Column> kColumns = {{"f1", "F1", Format::kScore},
                                      {"f1_paper", "F1 at 5 : 1", Format::kScore},
                                      {"kept", "known kept", Format::kPercent},
                                      {"caught", "OOD caught", Format::kPercent},
                                      {"auroc", "AUROC", Format::kScore},
                                      {"fpr95", "FPR95", Format::kPercent},
                                      {"best_f1", "best F1", Format::kScore}};

/// The rules that need no OOD sample, then those of the baselines that do: on 50 of them, and tuned
/// on all there are for that (up to 3,000), and on 100 where that is fewer.
const std::vector<std::string> kRules = {"exact match",
                                         "within 1",
                                         "within 2",
                                         "code probability, of the model (default)",
                                         "code mass, rejects as many as it doubts",
                                         "ratio, rejects as many as it doubts",
                                         "soft maximum, rejects as many as it doubts",
                                         "log-sum-exp, rejects as many as it doubts",
                                         "MSP, rejects as many as it doubts",
                                         "MaxLogit, rejects as many as it doubts",
                                         "Energy, rejects as many as it doubts",
                                         "kNN, rejects as many as it doubts",
                                         "MSP, mean + 1 sd of OOD",
                                         "MSP, tuned for F1 on 100",
                                         "MSP, tuned for F1 on all"};

const std::vector<Column> kTuningColumns = {
    {"samples", "OOD samples", Format::kCount},
    {"tuned", "F1, MSP tuned on them", Format::kScore},
    {"default", "F1, code probability", Format::kScore},
    {"tuned_alike", "at their ratio, MSP", Format::kScore},
    {"default_alike", "at their ratio, code probability", Format::kScore}};

const std::vector<Column> kGrowthColumns = {{"added", "new classes", Format::kPercent},
                                            {"old_before", "old classes before", Format::kPercent},
                                            {"old_after", "after", Format::kPercent}};

}  // namespace

TableSpec ood_table(const SharedSource& source) {
  TableSpec table{"ood", "Instances of no class (the paper's section 4.3)", {}, kColumns, {}, true};
  table.protocol =
      "Known are the measured data. OOD is the positive class; F1 is at the ratio of the data and "
      "at the paper's, five known for each stranger; thresholds are fixed, or set on known "
      "validation data, or tuned on OOD samples that are not tested (on validation data: on those "
      "that are measured; mean + 1 sd is of 50 of them). \"best F1\" is the best threshold on the "
      "very instances: a ceiling. "
      "kNN is the distance to the 50th nearest training instance by features, or to as many as a "
      "class has, if that is fewer. MSP, MaxLogit, Energy and the features are of the linear "
      "classifier that " +
      std::string(source->cells.keeps_classifier() ? "learnt beside the codes, in the same network."
                                                   : "the codes started from.");
  for (const std::string& rule : kRules)
    table.rows.push_back(group_row(source, Measure::kOod, rule));
  return table;
}

TableSpec ood_tuning_table(const SharedSource& source) {
  TableSpec table{"ood-tuning", "Thresholds tuned on OOD samples (the paper's appendix)",
                  {},           kTuningColumns,
                  {},           true};
  table.protocol =
      "MSP's threshold is tuned for F1 on known validation data and so many OOD samples, which are "
      "not tested: the mean over 20 draws. The code probability's is the model's, set without any. "
      "First F1 at the ratio of the data, of which the samples need not be representative; then at "
      "the ratio of known instances to samples that the threshold was tuned at. OOD is the "
      "positive "
      "class.";
  for (const std::size_t samples : kTuningCounts) {
    table.rows.push_back(group_row(source, Measure::kOod, tuning_group(samples)));
  }
  return table;
}

TableSpec extend_table(const SharedSource& source) {
  TableSpec table{"extend", "New classes without retraining", {}, kGrowthColumns, {}, true};
  table.protocol =
      "50 classes that training never saw are added by `llcodes extend` from a few examples each; "
      "their other instances, and measured data of the old classes, are decoded softly among all. "
      "Means over three choices of classes and examples.";
  for (const std::size_t examples : kGrowthExamples) {
    table.rows.push_back(group_row(source, Measure::kGrowth, growth_group(examples)));
  }
  return table;
}

}  // namespace llcodes::cli
