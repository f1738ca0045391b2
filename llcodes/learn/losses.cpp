#include "llcodes/learn/losses.h"

namespace llcodes {

namespace F = torch::nn::functional;

torch::Tensor smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                     double label_smoothing) {
  return F::cross_entropy(logits, labels,
                          F::CrossEntropyFuncOptions().label_smoothing(label_smoothing));
}

torch::Tensor class_scores(const torch::Tensor& z, const torch::Tensor& codebook,
                           const torch::Tensor& labels, const ScoreOptions& options) {
  torch::Tensor scores;
  if (options.cosine) {
    const auto unit = F::NormalizeFuncOptions().dim(1);
    scores = torch::mm(F::normalize(z, unit), F::normalize(codebook, unit).t());
  } else {
    scores = torch::mm(z, codebook.t());
  }
  if (options.margin > 0) {
    scores = scores - options.margin * torch::one_hot(labels, codebook.size(0)).to(z.dtype());
  }
  return scores * options.scale;
}

torch::Tensor codebook_loss(const torch::Tensor& z, const torch::Tensor& codebook,
                            const torch::Tensor& labels, const CodebookLossOptions& options) {
  return smoothed_cross_entropy(class_scores(z, codebook, labels, options.scores), labels,
                                options.label_smoothing);
}

torch::Tensor distance_pressure(const torch::Tensor& codebook, std::int64_t target) {
  const std::int64_t bits = codebook.size(1);
  const torch::Tensor distances = (bits - torch::mm(codebook, codebook.t())) / 2;
  const torch::Tensor itself = torch::eye(codebook.size(0), codebook.options()) * (bits + 1);
  const torch::Tensor nearest = std::get<0>((distances + itself).min(1));
  return torch::relu(target - nearest).mean() / bits;
}

torch::Tensor instance_loss(const torch::Tensor& z, const torch::Tensor& codebook,
                            const torch::Tensor& labels, const InstanceLossOptions& options) {
  const torch::Tensor own = codebook.index_select(0, labels);
  const torch::Tensor bits = (own * (1 - options.smoothing) + 1) / 2;
  const torch::Tensor logits = options.margin > 0 ? z - options.margin * own : z;
  torch::Tensor loss = F::binary_cross_entropy_with_logits(logits, bits);
  if (options.balance > 0) {
    loss = loss + options.balance * torch::tanh(z / 2).mean(0).square().mean();
  }
  if (options.sum_bits) loss = loss * z.size(1);
  if (options.soft_loss > 0) {
    loss = loss + options.soft_loss * F::cross_entropy(torch::mm(z, codebook.t()) / 2, labels);
  }
  return loss;
}

}  // namespace llcodes
