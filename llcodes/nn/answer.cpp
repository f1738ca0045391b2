#include "llcodes/nn/answer.h"

#include <cmath>

#include "llcodes/core/answer_reader.h"

namespace llcodes {

torch::Tensor weighted_answer(const torch::Tensor& logits) {
  // The softmax of 16 times the logits is p^16 / sum p^16, and no power is too small for a float.
  const double chance = std::log(static_cast<double>(logits.size(1)));
  const torch::Tensor evidence = (torch::logsumexp(logits, 1, true) - chance).clamp_min(0);
  return torch::softmax(logits * kAnswerPower, 1) * evidence;
}

}  // namespace llcodes
