#include "llcodes/eval/accuracy.h"
#include "llcodes/eval/ood_scores.h"
#include "llcodes/eval/paper_figures.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

json paper_cell(const std::string& decoder) {
  const std::optional<double> figure = paper_accuracy(decoder);
  return figure ? json(*figure) : json();
}

}  // namespace

json accuracy_section(const Material& material) {
  const RunRecord& run = material.run;
  if (!run.test) return nullptr;
  const AccuracyTable table =
      measure_accuracy(run.codebook, run.test->instances(), run.test->labels);
  json rows = json::array();
  for (const AccuracyRow& row : table.rows) {
    rows.push_back({{"decoder", row.decoder},
                    {"accuracy", row.accuracy},
                    {"answered", row.answered},
                    {"probes", row.mean_probes},
                    {"paper", paper_cell(row.decoder)}});
  }
  json section = {{"data", run.data_name},
                  {"instances", table.instances},
                  {"bits_right", table.bits_right},
                  {"rows", rows},
                  {"paper_linear", paper_cell("linear")},
                  {"paper_bits_right", kPaperBitsRight}};
  if (!material.test_logits.empty()) {
    section["linear"] = linear_accuracy(material.test_logits, run.test->labels);
  }
  if (run.linear) section["linear_features"] = run.linear->num_features();
  return section;
}

}  // namespace llcodes::report
