#include "cli/accuracy_report.h"

#include <nlohmann/json.hpp>

#include "cli/table.h"
#include "llcodes/eval/paper_figures.h"

namespace llcodes::cli {
namespace {

std::string paper_cell(const std::string& decoder) {
  const std::optional<double> figure = paper_accuracy(decoder);
  return figure ? percent(*figure) : "";
}

std::string heading(const AccuracyReport& report) {
  const CodebookStatistics& codebook = report.table.codebook;
  return report.data + ": " + count_text(report.table.instances) + " instances, " +
         count_text(codebook.num_classes) + " classes, " + std::to_string(codebook.num_bits) +
         " bits\n\n";
}

std::string decoder_table(const AccuracyReport& report) {
  Table table({"decoder", "accuracy", "answered", "mean probes", "paper*"});
  if (report.linear) table.add({"linear", percent(*report.linear), "", "", paper_cell("linear")});
  for (const AccuracyRow& row : report.table.rows) {
    table.add({row.decoder, percent(row.accuracy), percent(row.answered), fixed(row.mean_probes, 1),
               paper_cell(row.decoder)});
  }
  return table.text();
}

std::string code_table(const AccuracyReport& report) {
  const CodebookStatistics& codebook = report.table.codebook;
  Table table({"codes", "here", "paper*"});
  table.add({"unique class codes",
             count_text(codebook.unique_codes) + " of " + count_text(codebook.num_classes),
             "1,000 of 1,000"});
  table.add({"bits right",
             fixed(report.table.bits_right, 2) + " of " + std::to_string(codebook.num_bits),
             fixed(kPaperBitsRight, 1) + " of 20"});
  table.add({"smallest distance of two classes", std::to_string(codebook.min_distance)});
  table.add({"mean distance of two classes", fixed(codebook.mean_distance, 2)});
  table.add({"largest imbalance of a bit", percent(codebook.worst_balance)});
  table.add({"mean correlation of two bits", fixed(codebook.mean_correlation, 3)});
  return table.text();
}

nlohmann::json json_of(const AccuracyRow& row) {
  return {{"decoder", row.decoder},
          {"accuracy", row.accuracy},
          {"answered", row.answered},
          {"mean_probes", row.mean_probes}};
}

nlohmann::json json_of(const CodebookStatistics& codebook) {
  return {{"num_classes", codebook.num_classes},
          {"num_bits", codebook.num_bits},
          {"unique_codes", codebook.unique_codes},
          {"min_distance", codebook.min_distance},
          {"mean_distance", codebook.mean_distance},
          {"worst_balance", codebook.worst_balance},
          {"mean_correlation", codebook.mean_correlation},
          {"max_correlation", codebook.max_correlation}};
}

}  // namespace

std::string text_of(const AccuracyReport& report) {
  return heading(report) + decoder_table(report) + "\n" + code_table(report) +
         "\n* the paper's own figures: ImageNet-1K, ResNet50, 20 bits; not measured here\n";
}

nlohmann::json json_of(const AccuracyReport& report) {
  nlohmann::json result = {{"data", report.data},
                           {"instances", report.table.instances},
                           {"bits_right", report.table.bits_right},
                           {"codebook", json_of(report.table.codebook)},
                           {"rows", nlohmann::json::array()}};
  if (report.linear) result["linear"] = *report.linear;
  for (const AccuracyRow& row : report.table.rows) result["rows"].push_back(json_of(row));
  return result;
}

}  // namespace llcodes::cli
