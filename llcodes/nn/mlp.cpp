#include "llcodes/nn/mlp.h"

#include "llcodes/nn/batch_norm.h"
#include "llcodes/nn/linear.h"

namespace llcodes {

Mlp::Mlp(const BackboneOptions& options) {
  namespace nn = torch::nn;
  layers_ = register_module("layers", nn::Sequential(nn::Flatten()));
  feature_size_ = static_cast<std::int64_t>(options.input.size());
  for (std::int64_t layer = 0; layer < options.hidden_layers; ++layer) {
    layers_->push_back(Linear(nn::LinearOptions(feature_size_, options.hidden).bias(false)));
    layers_->push_back(BatchNorm(options.hidden));
    layers_->push_back(nn::ReLU());
    feature_size_ = options.hidden;
  }
}

}  // namespace llcodes
