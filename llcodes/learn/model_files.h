// The model files that a phase of training leaves behind.
#pragma once

#include <filesystem>
#include <span>

#include "llcodes/data/source.h"
#include "llcodes/learn/model_file.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/training_features.h"

namespace llcodes {

/// The network must be in evaluation mode and outlive this.
class ModelFiles {
 public:
  ModelFiles(const Network& network, const TrainOptions& options, const DataBundle& data);

  void save_linear(const std::filesystem::path& path, const torch::Tensor& class_means) const;
  /// model.llc, and with --nested model-<bits>.llc for each prefix. Projections [n, bits] of the
  /// validation instances, if given, set the temperature of the posteriors and the
  /// threshold of OOD detection; `usual_logit` goes into models whose codes read the classifier's
  /// answer.
  void save_codes(const std::filesystem::path& folder, std::span<const float> projections,
                  const torch::Tensor& usual_logit) const;

 private:
  ModelParts common() const;
  double calibrate(ModelParts& parts, std::vector<float> projections) const;

  const Network& network_;
  const TrainOptions& options_;
  const DataBundle& data_;
};

}  // namespace llcodes
