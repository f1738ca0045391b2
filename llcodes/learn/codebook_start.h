// Where phase 1 starts: the codebook and projection that a trained linear classifier suggests.
#pragma once

#include "llcodes/learn/heads.h"

namespace llcodes {

/// Approximates the classifier's weights W [L, d] (centred over classes) by the k largest singular
/// values, W = E V^T, and rotates E so that its entries lie close to their signs (iterative
/// quantisation, Gong and Lazebnik 2011). Then C = E R, scaled to deviation 1/2, and P = (V R)^T, so
/// that <C, P F(x)> is near the classifier's logits. Needs d >= k; otherwise C and P stay random
/// beyond the d-th bit. Deterministic given torch's generator.
void start_from_linear(CodeHead& code, const LinearHead& linear);

}  // namespace llcodes
