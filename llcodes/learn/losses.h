// The losses of the paper, with the terms that were tried beside them (each off at its default).
#pragma once

#include <torch/torch.h>

namespace llcodes {

/// Cross-entropy of logits with label smoothing, mean over the batch.
torch::Tensor smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                     double label_smoothing);

/// scale * (<c_l, z> - margin [l = y]), or with cosines instead of inner products: [n, L].
struct ScoreOptions {
  double scale = 1;
  double margin = 0;
  bool cosine = false;
};
torch::Tensor class_scores(const torch::Tensor& z, const torch::Tensor& codebook,
                           const torch::Tensor& labels, const ScoreOptions& options);

/// Eq. 2: cross-entropy of the class scores.
struct CodebookLossOptions {
  ScoreOptions scores;
  double label_smoothing = 0.1;
};
torch::Tensor codebook_loss(const torch::Tensor& z, const torch::Tensor& codebook,
                            const torch::Tensor& labels, const CodebookLossOptions& options);

/// How many bits each class lacks to differ from its nearest one in `target` bits, as a share of
/// the code's length, mean over classes. The gradient reaches the codebook B(C) and so C.
torch::Tensor distance_pressure(const torch::Tensor& codebook, std::int64_t target);

/// Eq. 3: binary cross-entropy of each bit of z against the bit of the true class's code, summed
/// over bits (or their mean), mean over the batch; plus soft_loss times the cross-entropy of the
/// class posteriors softmax(B(C) z / 2) that independent bits imply; plus balance times the sum
/// (mean) over bits of the squared mean of tanh(z_j / 2) over the batch.
struct InstanceLossOptions {
  bool sum_bits = true;
  double soft_loss = 0;
  double smoothing = 0;  ///< targets are 1 - smoothing/2 and smoothing/2
  double margin = 0;     ///< taken from c_j z_j
  double balance = 0;
};
torch::Tensor instance_loss(const torch::Tensor& z, const torch::Tensor& codebook,
                            const torch::Tensor& labels, const InstanceLossOptions& options);

}  // namespace llcodes
