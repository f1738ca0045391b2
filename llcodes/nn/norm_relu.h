// Batch norm, an optional residual, and relu in one step.
//
// What conv - bn - (+ shortcut) - relu would do in three passes forward and three backward over
// activations that do not fit the cache takes one each (besides the sums that batch norm needs).
// Statistics are added up over fixed blocks of rows, so the number of threads changes nothing.
#pragma once

#include "llcodes/nn/batch_norm.h"

namespace llcodes {

/// relu(norm(x) + residual), training or evaluating as `norm` is set; x is [n, c] or [n, c, h, w],
/// `residual` of the same shape or undefined. Updates the running statistics as `norm` itself does.
/// One step for floats on the CPU with channels innermost; else `norm` and torch's operations. A
/// folded norm works in place, on x itself.
torch::Tensor norm_relu(BatchNormImpl& norm, const torch::Tensor& x,
                        const torch::Tensor& residual = {});

}  // namespace llcodes
