#include "llcodes/learn/validation.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "llcodes/eval/accuracy.h"
#include "llcodes/learn/encoding.h"

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

std::vector<std::int32_t> labels_of(const Dataset& dataset) {
  std::vector<std::int32_t> labels(dataset.size());
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = dataset.label(i);
  return labels;
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

}  // namespace

void validate(Network& network, Phase phase, const DataBundle& data, EpochMetrics& metrics) {
  network.eval();
  const bool by_logits = network.judged_by_logits(phase);
  const std::int64_t columns =
      by_logits ? static_cast<std::int64_t>(data.class_names.size()) : network.code->latent.size(1);
  const std::vector<float> output =
      run_network([&](const torch::Tensor& input) { return network.output(phase, input); }, columns,
                  data.validation, data.normalization, {});
  const std::vector<std::int32_t> labels = labels_of(*data.validation);
  if (by_logits)
    metrics.linear = share_right(output, labels);
  else
    measure_codes(Codebook(network.code->codes(), data.class_names), output, labels, metrics);
}

double score_of(const EpochMetrics& metrics) {
  return metrics.linear ? *metrics.linear : *metrics.hamming;
}

std::string summary(const EpochMetrics& m, std::int64_t epochs) {
  char text[160];
  std::snprintf(text, sizeof text, "%s epoch %lld of %lld: loss %.3f, %.0f instances/s, ",
                m.phase.c_str(), static_cast<long long>(m.epoch), static_cast<long long>(epochs),
                m.loss, m.instances_per_second);
  std::string line = text;
  if (m.linear) return line + "validation " + percent(*m.linear);
  line += "validation ED " + percent(*m.exact) + ", MHD " + percent(*m.hamming) + ", soft " +
          percent(*m.soft);
  return line + ", unique codes " + std::to_string(*m.unique_codes);
}

}  // namespace llcodes
