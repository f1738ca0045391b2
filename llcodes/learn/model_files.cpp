#include "llcodes/learn/model_files.h"

#include "llcodes/eval/detector.h"
#include "llcodes/eval/temperature.h"

namespace llcodes {
namespace {

Codes first_bits(const Codes& codes, int bits) {
  Codes prefix(bits, codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (int bit = 0; bit < bits; ++bit) prefix.set_bit(i, bit, codes.bit(i, bit));
  }
  return prefix;
}

/// The first `bits` of every row of `columns`.
std::vector<float> first_columns(std::span<const float> rows, int columns, int bits) {
  std::vector<float> result;
  const auto width = static_cast<std::size_t>(columns);
  for (std::size_t begin = 0; begin < rows.size(); begin += width) {
    const std::span<const float> kept = rows.subspan(begin, static_cast<std::size_t>(bits));
    result.insert(result.end(), kept.begin(), kept.end());
  }
  return result;
}

}  // namespace

ModelFiles::ModelFiles(const Network& network, const TrainOptions& options, const DataBundle& data)
    : network_(network), options_(options), data_(data) {}

ModelParts ModelFiles::common() const {
  TrainOptions copy = options_;
  ModelParts parts;
  parts.backbone_options = backbone_options(options_, data_.train->shape());
  parts.backbone = network_.backbone;
  parts.normalization = data_.normalization;
  parts.centre_share = data_.centre_share;
  parts.class_names = data_.class_names;
  parts.training = to_toml(options_of(copy));
  return parts;
}

void ModelFiles::save_linear(const std::filesystem::path& path,
                             const torch::Tensor& class_means) const {
  ModelParts parts = common();
  parts.class_means = class_means;
  parts.weight = network_.linear->fc->weight;
  parts.bias = network_.linear->fc->bias;
  parts.save(path);
}

/// Divides the projections by the temperature of the posteriors and sets the threshold of OOD
/// detection, both on validation instances; returns the temperature.
double ModelFiles::calibrate(ModelParts& parts, std::vector<float> projections) const {
  if (projections.empty()) return 1;
  const double temperature =
      best_temperature(*parts.codebook, projections, labels_of(*data_.validation));
  for (float& value : projections) value = static_cast<float>(value / temperature);
  const Codes codes = binarize(projections, parts.codebook->num_bits());
  const double threshold =
      calibrated_probability(*parts.codebook, {codes, projections}, kAutomaticKeep);
  if (threshold > 0) parts.threshold = threshold;
  return temperature;
}

void ModelFiles::save_codes(const std::filesystem::path& folder, std::span<const float> projections,
                            const torch::Tensor& usual_logit) const {
  const FoldedProjection folded = network_.code->fold();
  const Codes codes = network_.code->codes();
  for (const auto& [bits, weight] : prefixes_of(options_.codebooks, codes.num_bits())) {
    ModelParts parts = common();
    parts.codebook = Codebook(first_bits(codes, bits), data_.class_names);
    const double divisor = calibrate(parts, first_columns(projections, codes.num_bits(), bits));
    parts.weight = folded.weight.narrow(0, 0, bits) / divisor;
    parts.bias = folded.bias.narrow(0, 0, bits) / divisor;
    if (network_.code->reads_answer()) {
      parts.answer = network_.code->recognised_weight().narrow(0, 0, bits) / divisor;
      parts.classifier_weight = network_.linear->fc->weight;
      parts.classifier_bias = network_.linear->fc->bias;
      parts.known = network_.code->known().value();
      parts.usual_logit = usual_logit;
    }
    const bool whole = bits == codes.num_bits();
    parts.save(folder / (whole ? "model.llc" : "model-" + std::to_string(bits) + ".llc"));
  }
}

}  // namespace llcodes
