#include "llcodes/learn/optimizer.h"

#include <cmath>
#include <numbers>

#include "llcodes/learn/sgd_kernel.h"

namespace llcodes {
namespace {

bool is_one_array(const torch::Tensor& tensor) {
  return tensor.is_cpu() && tensor.scalar_type() == torch::kFloat32 &&
         tensor.is_non_overlapping_and_dense();
}

/// Float tensors of one layout in memory: a large network has more weights than a batch has pixels,
/// and five operators would read and write them twelve times instead of five.
void step_in_one_pass(const SgdStep& step, const torch::Tensor& gradient,
                      const torch::Tensor& velocity, const torch::Tensor& parameter) {
  constexpr std::int64_t kGrain = 1 << 15;
  at::parallel_for(0, parameter.numel(), kGrain, [&](std::int64_t begin, std::int64_t end) {
    sgd_step(step, static_cast<std::size_t>(end - begin), gradient.data_ptr<float>() + begin,
             velocity.data_ptr<float>() + begin, parameter.data_ptr<float>() + begin);
  });
}

void step_by_operators(const SgdStep& step, torch::Tensor gradient, torch::Tensor velocity,
                       torch::Tensor parameter) {
  if (step.weight_decay != 0) gradient.add_(parameter, step.weight_decay);
  velocity.mul_(step.momentum).add_(gradient);
  const torch::Tensor direction =
      step.nesterov ? gradient.add_(velocity, step.momentum) : velocity;
  parameter.add_(direction, -step.rate);
}

}  // namespace

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

void Sgd::step(const LearningRates& rates) {
  torch::NoGradGuard no_gradient;
  for (std::size_t i = 0; i < tensors_.size(); ++i) {
    const auto& [name, parameter, weight_decay, rate_factor, throughout] = tensors_[i];
    const double rate = throughout ? rates.throughout : rates.phase;
    const torch::Tensor gradient = parameter.grad();
    if (!gradient.defined()) continue;
    const SgdStep step = {.rate = static_cast<float>(rate * rate_factor),
                          .momentum = static_cast<float>(options_.momentum),
                          .weight_decay = static_cast<float>(weight_decay),
                          .nesterov = options_.nesterov};
    const bool alike = is_one_array(parameter) && gradient.strides() == parameter.strides() &&
                       velocities_[i].strides() == parameter.strides();
    if (alike) step_in_one_pass(step, gradient, velocities_[i], parameter);
    else step_by_operators(step, gradient, velocities_[i], parameter);
  }
}

}  // namespace llcodes
