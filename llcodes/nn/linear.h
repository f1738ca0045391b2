// A linear layer whose products all threads of OpenMP share.
//
// OpenBLAS has threads of its own. Between two products they wait by asking the scheduler for the
// next turn, again and again, on the very cores that the convolutions' threads need. So OpenBLAS
// gets one thread (learn/runtime.cpp), and a product is cut into one part a thread here.
#pragma once

#include <torch/torch.h>

namespace llcodes {

/// a b without gradient, as torch::mm gives it; of floats on the CPU by all threads.
torch::Tensor shared_product(const torch::Tensor& a, const torch::Tensor& b);

/// Names and initialisation are those of torch's Linear.
class LinearImpl : public torch::nn::LinearImpl {
 public:
  using torch::nn::LinearImpl::LinearImpl;

  torch::Tensor forward(const torch::Tensor& input);
};
TORCH_MODULE(Linear);

}  // namespace llcodes
