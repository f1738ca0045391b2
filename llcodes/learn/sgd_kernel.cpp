#include "llcodes/learn/sgd_kernel.h"

#include "llcodes/core/vectorised.h"

namespace llcodes {

LLCODES_VECTORISED
void sgd_step(const SgdStep& step, std::size_t count, const float* __restrict gradient,
              float* __restrict velocity, float* __restrict parameter) {
  const SgdStep s = step;
  // Both rules are p -= rate * (a g + b v).
  const float a = s.nesterov ? 1.0f : 0.0f;
  const float b = s.nesterov ? s.momentum : 1.0f;
  for (std::size_t i = 0; i < count; ++i) {
    const float g = gradient[i] + s.weight_decay * parameter[i];
    const float v = s.momentum * velocity[i] + g;
    velocity[i] = v;
    parameter[i] -= s.rate * (a * g + b * v);
  }
}

}  // namespace llcodes
