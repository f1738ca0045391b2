// The gradient of a loss against finite differences.
#pragma once

#include <gtest/gtest.h>
#include <torch/torch.h>

#include <functional>

namespace llcodes {

/// `loss` of a double tensor [n, k]; each derivative by central differences.
inline void expect_gradient_is_slope(const std::function<torch::Tensor(const torch::Tensor&)>& loss,
                                     const torch::Tensor& at, double tolerance = 1e-6) {
  constexpr double kStep = 1e-6;
  const torch::Tensor z = at.detach().clone().requires_grad_(true);
  loss(z).backward();
  torch::NoGradGuard no_gradient;
  for (std::int64_t i = 0; i < z.size(0); ++i) {
    for (std::int64_t j = 0; j < z.size(1); ++j) {
      torch::Tensor up = z.detach().clone(), down = z.detach().clone();
      up[i][j] += kStep;
      down[i][j] -= kStep;
      const double slope = (loss(up).item<double>() - loss(down).item<double>()) / (2 * kStep);
      EXPECT_NEAR(z.grad()[i][j].item<double>(), slope, tolerance) << i << ", " << j;
    }
  }
}

}  // namespace llcodes
