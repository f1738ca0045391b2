#include "llcodes/nn/fold_norms.h"

#include "llcodes/nn/batch_norm.h"

namespace llcodes {
namespace {

void fold(torch::nn::Conv2dImpl& convolution, BatchNormImpl& norm) {
  const torch::Tensor factor =
      norm.weight / torch::sqrt(norm.running_var + norm.options.eps());
  const torch::Tensor kernel = convolution.weight * factor.view({-1, 1, 1, 1});
  convolution.weight.set_data(kernel.contiguous(convolution.weight.suggest_memory_format()));
  convolution.bias = norm.bias - factor * norm.running_mean;
  norm.weight.reset();  // without a weight it passes its input on
}

}  // namespace

void fold_batch_norms(torch::nn::Module& module) {
  torch::NoGradGuard no_gradient;
  torch::nn::Conv2dImpl* before = nullptr;
  for (const auto& child : module.children()) {
    auto* norm = child->as<BatchNormImpl>();
    if (before && norm) fold(*before, *norm);
    before = child->as<torch::nn::Conv2dImpl>();
    fold_batch_norms(*child);
  }
}

}  // namespace llcodes
