#include "llcodes/nn/resnet.h"

#include "llcodes/nn/layers.h"
#include "llcodes/nn/norm_relu.h"

namespace llcodes {
namespace {

namespace nn = torch::nn;

/// What one residual block looks like.
struct BlockOptions {
  std::int64_t in = 0;      ///< channels that come in
  std::int64_t width = 0;   ///< channels of the 3x3 convolutions
  std::int64_t stride = 1;
  bool stride_on_1x1 = false;
};

/// The shortcut where the block changes the size or the number of channels; else nothing.
nn::Sequential downsample(const BlockOptions& block, std::int64_t out) {
  if (block.stride == 1 && block.in == out) return nullptr;
  return nn::Sequential(
      convolution({.in = block.in, .out = out, .size = 1, .stride = block.stride}),
      BatchNorm(out));
}

/// Two 3x3 convolutions.
class BasicBlock : public nn::Module {
 public:
  static constexpr std::int64_t kExpansion = 1;

  explicit BasicBlock(const BlockOptions& block) {
    const std::int64_t width = block.width;
    conv1_ = register_module(
        "conv1", convolution({.in = block.in, .out = width, .stride = block.stride}));
    bn1_ = register_module("bn1", BatchNorm(width));
    conv2_ = register_module("conv2", convolution({.in = width, .out = width}));
    bn2_ = register_module("bn2", BatchNorm(width));
    downsample_ = downsample(block, width);
    if (!downsample_.is_empty()) register_module("downsample", downsample_);
  }

  torch::Tensor forward(const torch::Tensor& x) {
    const torch::Tensor y = norm_relu(*bn1_, conv1_(x));
    return norm_relu(*bn2_, conv2_(y), downsample_.is_empty() ? x : downsample_->forward(x));
  }

 private:
  Convolution conv1_{nullptr}, conv2_{nullptr};
  BatchNorm bn1_{nullptr}, bn2_{nullptr};
  nn::Sequential downsample_{nullptr};
};

/// 1x1 down, 3x3, 1x1 up to four times the width.
class Bottleneck : public nn::Module {
 public:
  static constexpr std::int64_t kExpansion = 4;

  explicit Bottleneck(const BlockOptions& block) {
    const std::int64_t width = block.width, out = width * kExpansion;
    const std::int64_t first = block.stride_on_1x1 ? block.stride : 1;
    conv1_ = register_module(
        "conv1", convolution({.in = block.in, .out = width, .size = 1, .stride = first}));
    bn1_ = register_module("bn1", BatchNorm(width));
    conv2_ = register_module(
        "conv2", convolution({.in = width, .out = width, .stride = block.stride / first}));
    bn2_ = register_module("bn2", BatchNorm(width));
    conv3_ = register_module("conv3", convolution({.in = width, .out = out, .size = 1}));
    bn3_ = register_module("bn3", BatchNorm(out));
    downsample_ = downsample(block, out);
    if (!downsample_.is_empty()) register_module("downsample", downsample_);
  }

  torch::Tensor forward(const torch::Tensor& x) {
    torch::Tensor y = norm_relu(*bn1_, conv1_(x));
    y = norm_relu(*bn2_, conv2_(y));
    return norm_relu(*bn3_, conv3_(y), downsample_.is_empty() ? x : downsample_->forward(x));
  }

 private:
  Convolution conv1_{nullptr}, conv2_{nullptr}, conv3_{nullptr};
  BatchNorm bn1_{nullptr}, bn2_{nullptr}, bn3_{nullptr};
  nn::Sequential downsample_{nullptr};
};

template <class Block>
nn::Sequential make_layer(BlockOptions block, int count) {
  nn::Sequential layer;
  for (int i = 0; i < count; ++i) {
    layer->push_back(std::make_shared<Block>(block));
    block.in = block.width * Block::kExpansion;
    block.stride = 1;
  }
  return layer;
}

}  // namespace

ResNet::ResNet(const BackboneOptions& options) {
  const bool is_small = options.kind == "resnet18";
  const std::array<int, 4> blocks = is_small ? std::array{2, 2, 2, 2} : std::array{3, 4, 6, 3};
  conv1_ = register_module(
      "conv1", convolution({.in = options.input.channels, .out = 64, .size = 7, .stride = 2}));
  bn1_ = register_module("bn1", BatchNorm(64));
  feature_size_ = 64;
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const BlockOptions block{.in = feature_size_,
                             .width = std::int64_t{64} << i,
                             .stride = i == 0 ? 1 : 2,
                             .stride_on_1x1 = options.stride_on_1x1};
    layers_[i] = register_module("layer" + std::to_string(i + 1),
                                 is_small ? make_layer<BasicBlock>(block, blocks[i])
                                          : make_layer<Bottleneck>(block, blocks[i]));
    feature_size_ =
        block.width * (is_small ? BasicBlock::kExpansion : Bottleneck::kExpansion);
  }
  initialise_kernels(*this);
}

torch::Tensor ResNet::forward(const torch::Tensor& input) {
  torch::Tensor y = norm_relu(*bn1_, conv1_(input));
  y = torch::max_pool2d(y, 3, 2, 1);
  for (auto& layer : layers_) y = layer->forward(y);
  return y.mean({2, 3});
}

}  // namespace llcodes
