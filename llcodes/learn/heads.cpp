#include "llcodes/learn/heads.h"

#include <cmath>

#include "llcodes/nn/sign.h"

namespace llcodes {

namespace nn = torch::nn;

namespace {

constexpr double kSure = 3;  // log odds of a bit that a sure classifier spells, near phase 2's
constexpr double kEvidence = 2.3;  // of a sure classifier: nn/answer.h

}  // namespace

LinearHead::LinearHead(std::int64_t feature_size, std::int64_t num_classes)
    : fc(register_module("fc", Linear(feature_size, num_classes))) {}

CodeHead::CodeHead(const CodeHeadOptions& options) {
  projection = register_module(
      "projection",
      Linear(nn::LinearOptions(options.feature_size, options.num_bits).bias(options.bias)));
  if (options.code_norm) norm = register_module("norm", BatchNorm(options.num_bits));
  const double deviation = std::sqrt(2.0 / static_cast<double>(options.num_bits));
  latent = register_parameter("codebook",
                              torch::randn({options.num_classes, options.num_bits}) * deviation);
  if (options.answer > 0) {
    answer = register_parameter("answer", torch::full({options.num_bits}, kSure / kEvidence));
    torch::NoGradGuard no_gradient;
    if (!norm.is_empty()) norm->weight.fill_(kSure / options.answer);
  }
}

torch::Tensor CodeHead::project(const torch::Tensor& features, const torch::Tensor& logits) {
  torch::Tensor z = projection->forward(features);
  if (!norm.is_empty()) z = norm->forward(z);
  if (!reads_answer()) return z;
  const torch::Tensor weights =
      known_ ? factor_ * recognised_answer(logits, features, *known_) : weighted_answer(logits);
  return z + answer * torch::mm(weights, codebook().detach());
}

void CodeHead::recognise(KnownClasses known, double factor) {
  known_ = std::move(known);
  factor_ = factor;
}

torch::Tensor CodeHead::codebook() const { return sign_straight_through(latent); }

Codes CodeHead::codes() const {
  const torch::Tensor values = latent.detach().cpu().contiguous();
  return binarize({values.data_ptr<float>(), static_cast<std::size_t>(values.numel())},
                  static_cast<int>(values.size(1)));
}

void CodeHead::follow(const torch::Tensor& z, const torch::Tensor& labels) {
  constexpr double kKept = 0.95;  // by each instance: about the last twenty of a class decide
  torch::NoGradGuard no_gradient;
  const torch::Tensor signs = sign_straight_through(z.detach());
  // In the last column each vote counts itself; one message brings those of other processes.
  const torch::Tensor cast = torch::cat({signs, torch::ones_like(signs.narrow(1, 0, 1))}, 1);
  torch::Tensor sums = cast.new_zeros({latent.size(0), cast.size(1)}).index_add_(0, labels, cast);
  if (ranks_) ranks_->sum(sums);
  const torch::Tensor votes = sums.narrow(1, 0, latent.size(1));
  const torch::Tensor counts = sums.narrow(1, latent.size(1), 1);
  const torch::Tensor share = 1 - torch::pow(kKept, counts);
  latent.add_(share * (votes / counts.clamp_min(1) - latent));
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
  const torch::Tensor bias =
      projection->bias.defined() ? projection->bias.detach() : weight.new_zeros({weight.size(0)});
  if (norm.is_empty()) return {weight.clone(), bias.clone()};
  const torch::Tensor factor =
      norm->weight.detach() / torch::sqrt(norm->running_var + norm->options.eps());
  return {weight * factor.unsqueeze(1), norm->bias.detach() + factor * (bias - norm->running_mean)};
}

}  // namespace llcodes
