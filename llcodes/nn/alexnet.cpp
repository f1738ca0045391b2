#include "llcodes/nn/alexnet.h"

#include "llcodes/nn/linear.h"

namespace llcodes {
namespace {

namespace nn = torch::nn;

nn::Conv2d biased(std::int64_t in, std::int64_t out, std::int64_t size) {
  return nn::Conv2d(nn::Conv2dOptions(in, out, size).padding(size / 2));
}

nn::ReLU relu() { return nn::ReLU(nn::ReLUOptions().inplace(true)); }

nn::MaxPool2d pool() { return nn::MaxPool2d(nn::MaxPool2dOptions(3).stride(2)); }

}  // namespace

AlexNet::AlexNet(const BackboneOptions& options) {
  const nn::Conv2d first(
      nn::Conv2dOptions(options.input.channels, 64, 11).stride(4).padding(2));
  features_ = register_module(
      "features", nn::Sequential(first, relu(), pool(), biased(64, 192, 5), relu(), pool(),
                                 biased(192, 384, 3), relu(), biased(384, 256, 3), relu(),
                                 biased(256, 256, 3), relu(), pool()));
  classifier_ = register_module(
      "classifier", nn::Sequential(nn::Dropout(0.5), Linear(256 * 6 * 6, 4096), relu(),
                                   nn::Dropout(0.5), Linear(4096, 4096), relu()));
}

torch::Tensor AlexNet::forward(const torch::Tensor& input) {
  const torch::Tensor grid = torch::adaptive_avg_pool2d(features_->forward(input), {6, 6});
  return classifier_->forward(grid.flatten(1));
}

}  // namespace llcodes
