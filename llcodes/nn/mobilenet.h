// MobileNetV1 (Howard et al. 2017): depthwise 3x3 and pointwise 1x1 convolutions, 1024 features.
//
// torchvision has none; names are those of the usual PyTorch port: model.0 is the stem, model.1 to
// model.13 are the separable blocks, each with children 0 (depthwise), 1, 3 (pointwise), 4.
#pragma once

#include "llcodes/nn/backbone.h"

namespace llcodes {

class MobileNet : public Backbone {
 public:
  explicit MobileNet(const BackboneOptions& options);

  torch::Tensor forward(const torch::Tensor& input) override;
  std::int64_t feature_size() const override { return 1024; }

 private:
  torch::nn::Sequential model_{nullptr};
};

}  // namespace llcodes
