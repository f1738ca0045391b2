// AlexNet (Krizhevsky 2014, one column) with torchvision's parameter names, up to the 4096 features
// before its last layer.
#pragma once

#include "llcodes/nn/backbone.h"

namespace llcodes {

class AlexNet : public Backbone {
 public:
  explicit AlexNet(const BackboneOptions& options);

  torch::Tensor forward(const torch::Tensor& input) override;
  std::int64_t feature_size() const override { return 4096; }

 private:
  torch::nn::Sequential features_{nullptr};
  torch::nn::Sequential classifier_{nullptr};
};

}  // namespace llcodes
