// A trained network as a file: what train() writes and Model reads.
#pragma once

#include <torch/torch.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/data/augment.h"
#include "llcodes/nn/answer.h"
#include "llcodes/nn/backbone.h"

namespace llcodes {

struct ModelParts {
  BackboneOptions backbone_options;
  std::shared_ptr<Backbone> backbone;
  Normalization normalization;
  double centre_share = 1;  ///< how picture files are cut (data/picture_view.h)
  /// z (or the logits of a linear model) = weight F(x) + bias, [k, d] and [k], batch norm folded
  /// in.
  torch::Tensor weight;
  torch::Tensor bias;
  /// Where codes read the classifier's answer (learn/heads.h), else undefined: W, b and a, [L, d],
  /// [L] and [k]; what known instances look like, and the mean of their largest logit [1].
  torch::Tensor classifier_weight;
  torch::Tensor classifier_bias;
  torch::Tensor answer;
  KnownClasses known;
  torch::Tensor usual_logit;
  /// Of a linear model: each class's mean of F(x), less the mean of all; [classes, d] or undefined.
  torch::Tensor class_means;
  std::optional<Codebook> codebook;  ///< none: a linear classifier
  std::optional<double> threshold;   ///< of OOD detection (eval/detector.h)
  std::vector<std::string> class_names;
  std::string training;  ///< how it was trained, TOML

  /// F(x): [n, channels, height, width] -> [n, d]; switches nothing, keeps no gradient.
  torch::Tensor features(const torch::Tensor& input) const;
  /// The same, on to [n, k].
  torch::Tensor forward(const torch::Tensor& input) const;

  void save(const std::filesystem::path& path) const;
  static ModelParts load(const std::filesystem::path& path);
};

}  // namespace llcodes
