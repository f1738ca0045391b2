// A residual CNN for pictures of 28 to 64 pixels.
//
//   stem      5x5 convolution, batch norm, relu
//   stages    basic blocks (two 3x3 convolutions with batch norm and a shortcut); each stage halves
//             the picture and doubles the channels
//   pool      means over a grid of pool x pool cells: where a stroke lies matters for characters
//   fc        one layer with batch norm and relu: the features
//
// Shortcuts that halve the picture average before their 1x1 convolution, and each block starts as
// the identity (its last batch norm begins at zero): both pay off in short training.
#pragma once

#include <vector>

#include "llcodes/nn/backbone.h"
#include "llcodes/nn/batch_norm.h"
#include "llcodes/nn/convolution.h"
#include "llcodes/nn/linear.h"

namespace llcodes {

class SmallResNet : public Backbone {
 public:
  explicit SmallResNet(const BackboneOptions& options);

  torch::Tensor forward(const torch::Tensor& input) override;
  std::int64_t feature_size() const override { return feature_size_; }

 private:
  Convolution conv1_{nullptr};
  BatchNorm bn1_{nullptr};
  std::vector<torch::nn::Sequential> stages_;
  Linear fc_{nullptr};  ///< empty without a last layer
  BatchNorm fc_bn_{nullptr};
  std::int64_t pool_;
  std::int64_t feature_size_ = 0;
};

}  // namespace llcodes
