#include "llcodes/nn/mobilenet.h"

#include <array>

#include "llcodes/nn/layers.h"
#include "llcodes/nn/norm_relu.h"

namespace llcodes {
namespace {

namespace nn = torch::nn;

struct BlockRow {
  std::int64_t out, stride;
};

// Table 1 of the paper.
constexpr std::array<BlockRow, 13> kBlocks = {{{64, 1},
                                               {128, 2},
                                               {128, 1},
                                               {256, 2},
                                               {256, 1},
                                               {512, 2},
                                               {512, 1},
                                               {512, 1},
                                               {512, 1},
                                               {512, 1},
                                               {512, 1},
                                               {1024, 2},
                                               {1024, 1}}};

/// The 3x3 convolution that halves the picture.
class Stem : public nn::Module {
 public:
  Stem(std::int64_t in, std::int64_t out)
      : convolution_(register_module("0", convolution({.in = in, .out = out, .stride = 2}))),
        norm_(register_module("1", BatchNorm(out))) {}

  torch::Tensor forward(const torch::Tensor& x) { return norm_relu(*norm_, convolution_(x)); }

 private:
  Convolution convolution_;
  BatchNorm norm_;
};

/// Names count the two relus as well: 2 and 5.
class Separable : public nn::Module {
 public:
  Separable(std::int64_t in, const BlockRow& row)
      : depthwise_(register_module(
            "0", convolution({.in = in, .out = in, .stride = row.stride, .groups = in}))),
        norm1_(register_module("1", BatchNorm(in))),
        pointwise_(register_module("3", convolution({.in = in, .out = row.out, .size = 1}))),
        norm2_(register_module("4", BatchNorm(row.out))) {}

  torch::Tensor forward(const torch::Tensor& x) {
    return norm_relu(*norm2_, pointwise_(norm_relu(*norm1_, depthwise_(x))));
  }

 private:
  Convolution depthwise_;
  BatchNorm norm1_;
  Convolution pointwise_;
  BatchNorm norm2_;
};

}  // namespace

MobileNet::MobileNet(const BackboneOptions& options) {
  std::int64_t channels = 32;
  nn::Sequential model;
  model->push_back(std::make_shared<Stem>(options.input.channels, channels));
  for (const BlockRow& row : kBlocks) {
    model->push_back(std::make_shared<Separable>(channels, row));
    channels = row.out;
  }
  model_ = register_module("model", model);
  initialise_kernels(*this);
}

torch::Tensor MobileNet::forward(const torch::Tensor& input) {
  return model_->forward(input).mean({2, 3});
}

}  // namespace llcodes
