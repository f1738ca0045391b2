// Mixup (Zhang et al. 2018): a step learns from mixtures of two instances and both their labels.
#pragma once

#include <torch/torch.h>

#include <cstdint>

namespace llcodes {

struct Mixture {
  double share = 1;          ///< of the instance itself, from Beta(a, a)
  torch::Tensor partners;    ///< [n]: whom each instance is mixed with
};

/// Determined by the key. `a` lies in (0, 1].
Mixture draw_mixture(double a, std::int64_t batch_size, std::uint64_t key);

}  // namespace llcodes
