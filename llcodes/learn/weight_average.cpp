#include "llcodes/learn/weight_average.h"

#include <algorithm>
#include <cmath>

namespace llcodes {

void WeightAverage::start(const torch::nn::Module& network) { tensors_ = state_of(network); }

void WeightAverage::update(const torch::nn::Module& network, std::int64_t step) {
  // Reading all weights takes a while, and four steps change them little once the first are over.
  constexpr std::int64_t kFirst = 100, kStride = 4;
  const std::int64_t stride = step < kFirst ? 1 : kStride;
  if (step % stride != 0) return;
  torch::NoGradGuard no_gradient;
  const double now = static_cast<double>(step);
  const double decay =
      std::pow(std::min(decay_, (1 + now) / (10 + now)), static_cast<double>(stride));
  const auto include = [&](const std::string& name, const torch::Tensor& value) {
    torch::Tensor& mean = tensors_.at(name);
    if (value.is_floating_point())
      mean.lerp_(value, 1 - decay);
    else
      mean.copy_(value);
  };
  for (const auto& item : network.named_parameters()) include(item.key(), item.value());
  for (const auto& item : network.named_buffers()) include(item.key(), item.value());
}

}  // namespace llcodes
