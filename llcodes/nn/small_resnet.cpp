#include "llcodes/nn/small_resnet.h"

#include "llcodes/nn/layers.h"
#include "llcodes/nn/norm_relu.h"

namespace llcodes {
namespace {

namespace nn = torch::nn;

/// conv-bn-relu-conv-bn plus shortcut, relu; names as in torchvision's BasicBlock.
class BasicBlock : public nn::Module {
 public:
  BasicBlock(std::int64_t in, std::int64_t out, std::int64_t stride)
      : conv1_(register_module("conv1", convolution({.in = in, .out = out, .stride = stride}))),
        bn1_(register_module("bn1", BatchNorm(out))),
        conv2_(register_module("conv2", convolution({.in = out, .out = out}))),
        bn2_(register_module("bn2", BatchNorm(out))) {
    if (stride != 1 || in != out) {
      downsample_ = register_module("downsample", shortcut(in, out, stride));
    }
    nn::init::zeros_(bn2_->weight);
  }

  torch::Tensor forward(const torch::Tensor& x) {
    const torch::Tensor y = norm_relu(*bn1_, conv1_(x));
    return norm_relu(*bn2_, conv2_(y), downsample_.is_empty() ? x : downsample_->forward(x));
  }

 private:
  static nn::Sequential shortcut(std::int64_t in, std::int64_t out, std::int64_t stride) {
    nn::Sequential layers;
    if (stride > 1) layers->push_back(nn::AvgPool2d(nn::AvgPool2dOptions(stride).ceil_mode(true)));
    layers->push_back(convolution({.in = in, .out = out, .size = 1}));
    layers->push_back(BatchNorm(out));
    return layers;
  }

  Convolution conv1_;
  BatchNorm bn1_;
  Convolution conv2_;
  BatchNorm bn2_;
  nn::Sequential downsample_{nullptr};
};

}  // namespace

SmallResNet::SmallResNet(const BackboneOptions& options) : pool_(options.pool) {
  std::int64_t channels = options.width;
  conv1_ = register_module("conv1", convolution({.in = options.input.channels,
                                                 .out = channels,
                                                 .size = 5,
                                                 .stride = options.stem_stride}));
  bn1_ = register_module("bn1", BatchNorm(channels));
  for (std::int64_t stage = 1; stage <= options.stages; ++stage) {
    nn::Sequential blocks;
    const std::int64_t out = options.width << stage;
    for (std::int64_t block = 0; block < options.depth; ++block) {
      blocks->push_back(std::make_shared<BasicBlock>(channels, out, block == 0 ? 2 : 1));
      channels = out;
    }
    stages_.push_back(register_module("layer" + std::to_string(stage), blocks));
  }
  initialise_kernels(*this);
  use_channels_last(*this);
  feature_size_ = channels * pool_ * pool_;
  if (options.features == 0) return;
  fc_ = register_module("fc",
                        Linear(nn::LinearOptions(feature_size_, options.features).bias(false)));
  fc_bn_ = register_module("fc_bn", BatchNorm(options.features));
  feature_size_ = options.features;
}

torch::Tensor SmallResNet::forward(const torch::Tensor& input) {
  torch::Tensor y = norm_relu(*bn1_, conv1_(channels_last(input)));
  for (auto& stage : stages_) y = stage->forward(y);
  if (y.size(2) != pool_ || y.size(3) != pool_) y = torch::adaptive_avg_pool2d(y, {pool_, pool_});
  y = y.permute({0, 2, 3, 1}).flatten(1);  // channels are innermost already: no copy
  return fc_.is_empty() ? y : norm_relu(*fc_bn_, fc_(y));
}

}  // namespace llcodes
