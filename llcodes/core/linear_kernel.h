// The inner loop of a linear layer: a few instances by a few classes at a time, whose sums stay in
// registers while all features pass. One body, compiled for several instruction sets.
#pragma once

#include <array>
#include <cstddef>
#include <span>

namespace llcodes {

/// Six rows of sixteen sums fill the registers of AVX2 and leave room for weights and features.
inline constexpr std::size_t kLinearRows = 6, kLinearTile = 16;

struct LinearProblem {
  const float* weights;                        ///< [num_features, kLinearTile]
  std::array<const float*, kLinearRows> rows;  ///< features of each instance
  std::size_t num_features;
};

struct LinearKernel {
  const char* name;
  /// sums[row * kLinearTile + class] += the inner product of features and weights, its terms added
  /// one after another: a row's sums do not depend on the other rows.
  void (*add_products)(const LinearProblem& problem, float* sums);
};

/// Those that this CPU can run, the fastest last.
std::span<const LinearKernel> linear_kernels();

}  // namespace llcodes
