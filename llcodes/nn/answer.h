// What a classifier answers, as weights of the classes that add up to how much speaks for it:
//
//   h = e p^16 / sum p^16,   p = softmax(u)
//
// of logits u. The power settles on one class, so that adding up the classes' codes by h spells one
// class's code and not a mixture of several. The evidence e keeps the doubt, which strangers to all
// classes raise.
//
// In training e = log mean exp(u): minus the free energy, above that of chance. It needs nothing
// but the logits, is near 0 where they are equal, and 2.3 where label smoothing of 0.1 wants the
// true class to be. A trained model knows more: e is a product of powers (core/evidence.h) of that
// Energy, of how much the instance resembles the class y that the logits name, cos(F(x) - m, d_y),
// and of how little the classes further down the line claim it. m are the mean features of known
// instances, d_y the direction of the class's mean from that over all classes. A class that no
// instance showed (d_y = 0) resembles everything.
#pragma once

#include <torch/torch.h>

#include "llcodes/core/evidence.h"

namespace llcodes {

/// What known instances look like.
struct KnownClasses {
  torch::Tensor feature_mean;  ///< m, [d]
  torch::Tensor directions;    ///< d_l of each class, of unit length or 0: [L, d]
  Exponents exponents = {};    ///< of what speaks for a class
};

/// h by the evidence of the logits alone: [n, L] -> [n, L].
torch::Tensor weighted_answer(const torch::Tensor& logits);

/// What speaks for the class that each row of logits [n, L] names: Energy, resemblance of the
/// features [n, d] that they come from, and clarity, [n, 3].
torch::Tensor signs_of(const torch::Tensor& logits, const torch::Tensor& features,
                       const KnownClasses& known);

/// h by the evidence of these signs.
torch::Tensor recognised_answer(const torch::Tensor& logits, const torch::Tensor& features,
                                const KnownClasses& known);

}  // namespace llcodes
