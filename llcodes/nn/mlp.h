// A multi-layer perceptron for feature vectors: linear, batch norm, relu, as often as asked.
#pragma once

#include "llcodes/nn/backbone.h"

namespace llcodes {

class Mlp : public Backbone {
 public:
  explicit Mlp(const BackboneOptions& options);

  torch::Tensor forward(const torch::Tensor& input) override { return layers_->forward(input); }
  std::int64_t feature_size() const override { return feature_size_; }

 private:
  torch::nn::Sequential layers_;
  std::int64_t feature_size_ = 0;
};

}  // namespace llcodes
