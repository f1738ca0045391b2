#include "llcodes/learn/heads.h"

#include <cmath>

#include "llcodes/nn/sign.h"

namespace llcodes {

namespace nn = torch::nn;
namespace F = torch::nn::functional;

LinearHead::LinearHead(std::int64_t feature_size, std::int64_t num_classes)
    : fc(register_module("fc", nn::Linear(feature_size, num_classes))) {}

CodeHead::CodeHead(const CodeHeadOptions& options)
    : projection(register_module(
          "projection",
          nn::Linear(nn::LinearOptions(options.feature_size, options.num_bits).bias(false)))) {
  if (options.code_norm) norm = register_module("norm", BatchNorm(options.num_bits));
  const double deviation = std::sqrt(2.0 / static_cast<double>(options.num_bits));
  latent = register_parameter(
      "codebook", torch::randn({options.num_classes, options.num_bits}) * deviation);
}

torch::Tensor CodeHead::project(const torch::Tensor& features) {
  const torch::Tensor z = projection->forward(features);
  return norm.is_empty() ? z : norm->forward(z);
}

torch::Tensor CodeHead::codebook() const { return sign_straight_through(latent); }

Codes CodeHead::codes() const {
  const torch::Tensor values = latent.detach().cpu().contiguous();
  return binarize({values.data_ptr<float>(), static_cast<std::size_t>(values.numel())},
                  static_cast<int>(values.size(1)));
}

void CodeHead::set_codes(const Codes& codes) {
  torch::NoGradGuard no_gradient;
  std::vector<float> signs = to_signs(codes);
  const torch::Tensor target = torch::from_blob(signs.data(), latent.sizes()).to(latent.device());
  // A latent value of exactly zero would not keep a negative sign.
  latent.copy_(target * latent.abs().clamp_min(1e-3));
}

FoldedProjection CodeHead::fold() const {
  torch::NoGradGuard no_gradient;
  const torch::Tensor weight = projection->weight.detach();
  if (norm.is_empty()) return {weight.clone(), torch::zeros({weight.size(0)}, weight.options())};
  const torch::Tensor factor =
      norm->weight.detach() / torch::sqrt(norm->running_var + norm->options.eps());
  return {weight * factor.unsqueeze(1), norm->bias.detach() - factor * norm->running_mean};
}

torch::Tensor smoothed_cross_entropy(const torch::Tensor& logits, const torch::Tensor& labels,
                                     double label_smoothing) {
  return F::cross_entropy(logits, labels,
                          F::CrossEntropyFuncOptions().label_smoothing(label_smoothing));
}

torch::Tensor codebook_loss(const torch::Tensor& z, const torch::Tensor& codebook,
                            const torch::Tensor& labels, const CodebookLossOptions& options) {
  const torch::Tensor scores = torch::mm(z, codebook.t()) * options.scale;
  return smoothed_cross_entropy(scores, labels, options.label_smoothing);
}

torch::Tensor instance_loss(const torch::Tensor& z, const torch::Tensor& codebook,
                            const torch::Tensor& labels, const InstanceLossOptions& options) {
  const torch::Tensor bits = (codebook.index_select(0, labels) + 1) / 2;
  torch::Tensor loss = F::binary_cross_entropy_with_logits(z, bits);
  if (options.sum_bits) loss = loss * z.size(1);
  if (options.soft_loss > 0) {
    loss = loss + options.soft_loss * F::cross_entropy(torch::mm(z, codebook.t()) / 2, labels);
  }
  return loss;
}

}  // namespace llcodes
