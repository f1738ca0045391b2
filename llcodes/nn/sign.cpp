#include "llcodes/nn/sign.h"

namespace llcodes {
namespace {

struct SignFunction : torch::autograd::Function<SignFunction> {
  static torch::Tensor forward(torch::autograd::AutogradContext*, const torch::Tensor& a) {
    return torch::where(a >= 0, torch::ones_like(a), -torch::ones_like(a));
  }
  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext*,
                                               torch::autograd::tensor_list gradients) {
    return gradients;
  }
};

}  // namespace

torch::Tensor sign_straight_through(const torch::Tensor& a) { return SignFunction::apply(a); }

}  // namespace llcodes
