// F(x; theta) of the paper: from an input to d real features.
//
// A residual CNN for small pictures, the well-known networks for photographs (architectures.h), and
// an MLP for feature vectors. Parameter names are torchvision's where it has the same layer, so that
// state dicts map one to one.
#pragma once

#include <torch/torch.h>

#include <memory>
#include <string>

#include "llcodes/data/dataset.h"

namespace llcodes {

struct BackboneOptions {
  std::string kind = "cnn";      ///< cnn | mlp | a name of architectures.h
  InputShape input;
  std::int64_t width = 32;       ///< cnn: channels of the stem, doubled at each stage
  std::int64_t depth = 1;        ///< cnn: residual blocks a stage
  std::int64_t stages = 2;       ///< cnn: each stage halves the picture
  std::int64_t stem_stride = 2;  ///< cnn: stride of the first convolution
  std::int64_t pool = 4;         ///< cnn: side of the grid of means that the last layer reads
  std::int64_t features = 2048;  ///< cnn: width of the last layer; 0: the means are the features
  std::int64_t hidden = 512;     ///< mlp: width
  std::int64_t hidden_layers = 2;
  bool stride_on_1x1 = false;    ///< resnet50: halve the picture in the 1x1, as the original did
};

class Backbone : public torch::nn::Module {
 public:
  /// [n, channels, height, width] or [n, dimension] -> [n, feature_size()].
  virtual torch::Tensor forward(const torch::Tensor& input) = 0;
  virtual std::int64_t feature_size() const = 0;
};

/// Draws the weights from torch's global generator: seed it first.
std::shared_ptr<Backbone> make_backbone(const BackboneOptions& options);

/// The options of `train` that make another network of `wanted` than of `chosen`, with their values
/// in `wanted`: "--width 16 --features 512". Empty if both are the same network; sizes that the
/// kind of network does not have, and the input, do not count.
std::string differing_options(const BackboneOptions& wanted, const BackboneOptions& chosen);

/// The options as JSON text for a file's metadata, and back. Throws std::invalid_argument.
std::string to_json(const BackboneOptions& options);
BackboneOptions backbone_options_from_json(const std::string& json);

}  // namespace llcodes
