#include "llcodes/learn/optimizer.h"

#include <cmath>
#include <numbers>

namespace llcodes {

double Schedule::at(double now) const {
  if (now < warmup_epochs) return learning_rate * (0.1 + 0.9 * now / warmup_epochs);
  const double share = (now - warmup_epochs) / std::max(epochs - warmup_epochs, 1e-9);
  return learning_rate * 0.5 * (1 + std::cos(std::numbers::pi * std::min(share, 1.0)));
}

Sgd::Sgd(std::vector<OptimizedTensor> tensors, SgdOptions options)
    : tensors_(std::move(tensors)), options_(options) {
  for (const auto& tensor : tensors_) velocities_.push_back(torch::zeros_like(tensor.parameter));
}

void Sgd::zero_gradients() {
  for (auto& tensor : tensors_) tensor.parameter.mutable_grad().reset();
}

void Sgd::step(double learning_rate) {
  torch::NoGradGuard no_gradient;
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    torch::Tensor& parameter = tensors_[i].parameter;
    torch::Tensor gradient = parameter.grad();
    if (!gradient.defined()) continue;
    if (tensors_[i].weight_decay != 0) gradient.add_(parameter, tensors_[i].weight_decay);
    const double rate = learning_rate * tensors_[i].rate_factor;
    torch::Tensor& velocity = velocities_[i];
    velocity.mul_(options_.momentum).add_(gradient);
    if (options_.nesterov) {
      parameter.add_(gradient.add_(velocity, options_.momentum), -rate);
    } else {
      parameter.add_(velocity, -rate);
    }
  }
}

}  // namespace llcodes
