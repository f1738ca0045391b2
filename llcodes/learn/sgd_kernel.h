// One step of SGD over a stretch of floats: every value is read and written once.
#pragma once

#include <cstddef>

namespace llcodes {

struct SgdStep {
  float rate = 0;
  float momentum = 0;
  float weight_decay = 0;
  bool nesterov = false;
};

/// g = gradient + decay * p;  v = momentum * v + g;  p -= rate * (nesterov ? g + momentum * v : v).
/// The arrays must not overlap.
void sgd_step(const SgdStep& step, std::size_t count, const float* gradient, float* velocity,
              float* parameter);

}  // namespace llcodes
