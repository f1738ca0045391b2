// ResNet-18 and ResNet-50 (He et al. 2016) with torchvision's parameter names.
//
// A bottleneck of ResNet-50 halves the picture in its 3x3 convolution, as torchvision does, or in
// its first 1x1, as the original did. The classifier `fc` is left to the heads.
#pragma once

#include <array>

#include "llcodes/nn/backbone.h"
#include "llcodes/nn/batch_norm.h"
#include "llcodes/nn/convolution.h"

namespace llcodes {

class ResNet : public Backbone {
 public:
  explicit ResNet(const BackboneOptions& options);

  torch::Tensor forward(const torch::Tensor& input) override;
  std::int64_t feature_size() const override { return feature_size_; }

 private:
  Convolution conv1_{nullptr};
  BatchNorm bn1_{nullptr};
  std::array<torch::nn::Sequential, 4> layers_{nullptr, nullptr, nullptr, nullptr};
  std::int64_t feature_size_ = 0;
};

}  // namespace llcodes
