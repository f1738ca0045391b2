// A convolution that takes Winograd's way where that is faster.
#pragma once

#include <torch/torch.h>

namespace llcodes {

struct ConvolutionOptions {
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t size = 3;  ///< side of the kernel
  std::int64_t stride = 1;
  std::int64_t groups = 1;
};

/// Names and initialisation are those of torch's Conv2d, without bias (batch norm follows), padded
/// so that stride 1 keeps the size.
class ConvolutionImpl : public torch::nn::Conv2dImpl {
 public:
  explicit ConvolutionImpl(const ConvolutionOptions& o);

  /// 3x3 kernels of stride 1 go through nn/winograd.h where winograd_gains().
  torch::Tensor forward(const torch::Tensor& input);
};
TORCH_MODULE(Convolution);

inline Convolution convolution(const ConvolutionOptions& options) { return Convolution(options); }

/// True on CPUs with AVX2 whose AVX-512 is missing or no faster (Zen 4); elsewhere oneDNN's own
/// kernels are.
bool winograd_gains();

/// y of a 3x3 convolution of stride 1, padded by 1, by Winograd's way: x [n, in, h, w] and kernel
/// [out, in, 3, 3] of floats on the CPU; in and out are multiples of 16. Has gradients. Needs
/// a CPU with AVX2.
torch::Tensor winograd_convolution(const torch::Tensor& x, const torch::Tensor& kernel);

}  // namespace llcodes
