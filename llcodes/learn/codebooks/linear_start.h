// The codebook and projection that a trained linear classifier suggests.
#pragma once

#include "llcodes/learn/heads.h"

namespace llcodes {

/// Approximates the classifier's weights W [L, d] (centred over classes) by the k largest singular
/// values, W = E V^T, and rotates E so that its entries lie close to their signs (iterative
/// quantisation, Gong and Lazebnik 2011). Then C = E R, scaled to deviation 1/2, and P = (V R)^T,
/// so that <C, P F(x)> is near the classifier's logits. Needs d >= k; otherwise C and P stay random
/// beyond the d-th bit. Deterministic given torch's generator.
void start_from_linear(CodeHead& code, const LinearHead& linear);

/// The same factors without whitening's rotation: signs of the k first left singular vectors, [L,
/// k] (the paper's SVD baseline). Needs k singular vectors; throws std::invalid_argument.
torch::Tensor plain_svd_embedding(const LinearHead& linear, std::int64_t num_bits);

/// P for codes that are given: row j adds up the weights of the classes that have bit j and takes
/// off the others', P = B(C)^T W, at the size of P's random values.
void start_projection(CodeHead& code, const LinearHead& linear);

/// Cosines of the classifier's weight vectors, centred over classes: [L, L].
torch::Tensor class_similarity(const LinearHead& linear);

}  // namespace llcodes
