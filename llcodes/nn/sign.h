// B(a) of the paper: the sign, with a straight-through gradient. sign(0) = +1.
#pragma once

#include <torch/torch.h>

namespace llcodes {

/// Forward: +1 where a >= 0, else -1. Backward: the gradient passes unchanged.
torch::Tensor sign_straight_through(const torch::Tensor& a);

}  // namespace llcodes
