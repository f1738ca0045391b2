// What a classifier answers, as weights of the classes that add up to how much speaks for it.
//
//   h = e p^16 / sum p^16,   p = softmax(u),   e = log mean exp(u)
//
// of logits u. The power settles on one class, so that adding up the classes' codes by h spells one
// class's code and not a mixture of several. The evidence e (minus the free energy, above that of
// chance) keeps the doubt, which strangers to all classes raise: it is near 0 for equal logits, and
// 2.3 where label smoothing of 0.1 wants the true class to be.
#pragma once

#include <torch/torch.h>

namespace llcodes {

/// [n, L] -> [n, L]
torch::Tensor weighted_answer(const torch::Tensor& logits);

}  // namespace llcodes
