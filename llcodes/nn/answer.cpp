#include "llcodes/nn/answer.h"

#include <algorithm>
#include <cmath>

#include "llcodes/core/answer_reader.h"

namespace llcodes {
namespace {

/// p^16 / sum p^16: the softmax of 16 times the logits, so that no power is too small for a float.
torch::Tensor settled(const torch::Tensor& logits) {
  return torch::softmax(logits * kAnswerPower, 1);
}

/// Energy above that of equal logits, [n].
torch::Tensor energy(const torch::Tensor& logits) {
  const double chance = std::log(static_cast<double>(logits.size(1)));
  return (torch::logsumexp(logits, 1) - chance).clamp_min(0);
}

/// How little the runners-up claim, [n] (core/evidence.h).
torch::Tensor clarity(const torch::Tensor& logits) {
  const std::int64_t favourites = kFavourites, wanted = favourites + kRunnersUp,
                     classes = logits.size(1);
  if (classes <= favourites) return torch::ones_like(logits.select(1, 0));
  const torch::Tensor sorted = std::get<0>(logits.topk(std::min(wanted, classes), 1));
  return torch::sigmoid(-sorted.slice(1, favourites).mean(1));
}

}  // namespace

torch::Tensor weighted_answer(const torch::Tensor& logits) {
  return settled(logits) * energy(logits).unsqueeze(1);
}

torch::Tensor signs_of(const torch::Tensor& logits, const torch::Tensor& features,
                       const KnownClasses& known) {
  const torch::Tensor direction = known.directions.index_select(0, logits.argmax(1));
  const torch::Tensor cosine =
      torch::cosine_similarity(features - known.feature_mean, direction, 1).clamp_min(0);
  const torch::Tensor resemblance =
      torch::where((direction == 0).all(1), torch::ones_like(cosine), cosine);
  return torch::stack({energy(logits), resemblance, clarity(logits)}, 1);
}

torch::Tensor recognised_answer(const torch::Tensor& logits, const torch::Tensor& features,
                                const KnownClasses& known) {
  const Exponents& by = known.exponents;
  const torch::Tensor signs = signs_of(logits, features, known);
  const torch::Tensor exponents =
      torch::tensor({by.energy, by.resemblance, by.clarity}, signs.options());
  return settled(logits) * torch::pow(signs, exponents).prod(1, true);
}

}  // namespace llcodes
