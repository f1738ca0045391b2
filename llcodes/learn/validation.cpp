#include "llcodes/learn/validation.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/shared_work.h"

namespace llcodes {
namespace {

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

double accuracy_of_row(const AccuracyTable& table, const std::string& decoder) {
  for (const auto& row : table.rows) {
    if (row.decoder == decoder) return row.accuracy;
  }
  throw std::logic_error("no accuracy of decoder " + decoder);
}

double share_right(const std::vector<float>& logits, const std::vector<std::int32_t>& labels) {
  const std::size_t classes = logits.size() / labels.size();
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float* row = logits.data() + i * classes;
    right += std::max_element(row, row + classes) - row == labels[i];
  }
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

void measure_codes(const Codebook& codebook, const std::vector<float>& projections,
                   const std::vector<std::int32_t>& labels, EpochMetrics& metrics) {
  const Codes codes = binarize(projections, codebook.num_bits());
  const AccuracyTable table =
      measure_accuracy(codebook, {codes, projections}, labels, {.radii = {}, .budgets = {}});
  metrics.exact = accuracy_of_row(table, "ED");
  metrics.hamming = accuracy_of_row(table, "MHD");
  metrics.soft = accuracy_of_row(table, "soft");
  metrics.bits_right = table.bits_right;
  metrics.unique_codes = static_cast<std::int64_t>(table.codebook.unique_codes);
}

void check_finite(const std::vector<float>& output, const EpochMetrics& metrics) {
  const bool good =
      std::all_of(output.begin(), output.end(), [](float value) { return std::isfinite(value); });
  if (good) return;
  throw RunError(metrics.phase + ", step " + std::to_string(metrics.step) +
                 ": the network's output is not finite any more; lower --" + metrics.phase +
                 "-lr or raise --warmup, and start again");
}

}  // namespace

ValidationOutput validation_output(Network& network, Phase phase, const DataBundle& data,
                                   const ValidationOptions& options) {
  network.eval();
  const bool by_logits = network.judged_by_logits(phase);
  const std::int64_t bits = by_logits ? 0 : network.code->latent.size(1);
  const std::int64_t classes = by_logits || network.keeps_classifier(phase)
                                   ? static_cast<std::int64_t>(data.class_names.size())
                                   : 0;
  const std::int64_t columns = bits + classes;
  const auto forward = [&](const torch::Tensor& input) {
    const AutocastScope autocast(options.placement);
    const torch::Tensor out = network.output(phase, options.placement.place(input));
    return out.to(torch::kCPU, torch::kFloat32);
  };
  const auto rows_of = [&](std::shared_ptr<const Dataset> dataset) {
    return run_network(forward, columns, std::move(dataset), data.normalization,
                       {.workers = options.workers});
  };
  const std::vector<float> rows =
      options.group ? share_rows(*options.group, data.validation, columns, rows_of)
                    : rows_of(data.validation);
  ValidationOutput output;
  for (auto row = rows.begin(); row != rows.end(); row += columns) {
    output.projections.insert(output.projections.end(), row, row + bits);
    output.logits.insert(output.logits.end(), row + bits, row + columns);
  }
  return output;
}

void validate(Network& network, Phase phase, const DataBundle& data,
              const ValidationOptions& options, EpochMetrics& metrics) {
  const ValidationOutput output = validation_output(network, phase, data, options);
  check_finite(output.projections, metrics);
  check_finite(output.logits, metrics);
  const std::vector<std::int32_t> labels = labels_of(*data.validation);
  if (!output.logits.empty()) metrics.linear = share_right(output.logits, labels);
  if (output.projections.empty()) return;
  const Codebook codebook(network.code->codes(), data.class_names);
  measure_codes(codebook, output.projections, labels, metrics);
}

double score_of(const EpochMetrics& metrics) {
  return metrics.hamming ? *metrics.hamming : *metrics.linear;
}

std::string summary(const EpochMetrics& m, std::int64_t epochs) {
  char text[160];
  std::snprintf(text, sizeof text, "%s epoch %lld of %lld: loss %.3f, %.0f instances/s, ",
                m.phase.c_str(), static_cast<long long>(m.epoch), static_cast<long long>(epochs),
                m.loss, m.instances_per_second);
  std::string line = text;
  line += "validation ";
  if (!m.hamming) return line + percent(*m.linear);
  if (m.linear) line += "linear " + percent(*m.linear) + ", ";
  line += "ED " + percent(*m.exact) + ", MHD " + percent(*m.hamming) + ", soft " +
          percent(*m.soft);
  return line + ", unique codes " + std::to_string(*m.unique_codes);
}

}  // namespace llcodes
