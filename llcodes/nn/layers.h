// Layers that several networks share.
#pragma once

#include <torch/torch.h>

namespace llcodes {

struct ConvolutionOptions {
  std::int64_t in = 0;
  std::int64_t out = 0;
  std::int64_t size = 3;    ///< side of the kernel
  std::int64_t stride = 1;
  std::int64_t groups = 1;
};

/// A convolution without bias (batch norm follows), padded so that stride 1 keeps the size.
inline torch::nn::Conv2d convolution(const ConvolutionOptions& options) {
  return torch::nn::Conv2d(torch::nn::Conv2dOptions(options.in, options.out, options.size)
                               .stride(options.stride)
                               .padding(options.size / 2)
                               .groups(options.groups)
                               .bias(false));
}

/// The tensor with channels innermost. Where there is one channel, contiguous() would leave strides
/// that torch takes for channels outermost, and the convolution's result would be in that order.
inline torch::Tensor channels_last(const torch::Tensor& pictures) {
  const torch::Tensor x = pictures.contiguous(torch::MemoryFormat::ChannelsLast);
  if (x.size(1) != 1) return x;
  return x.as_strided(x.sizes(), {x.stride(0), 1, x.stride(2), x.stride(3)});
}

/// He's initialisation of every kernel, as torchvision draws it.
inline void initialise_kernels(torch::nn::Module& module) {
  for (auto& parameter : module.parameters()) {
    if (parameter.dim() != 4) continue;
    torch::nn::init::kaiming_normal_(parameter, 0.0, torch::kFanOut, torch::kReLU);
  }
}

/// Channels innermost: oneDNN's convolutions are faster that way.
inline void use_channels_last(torch::nn::Module& module) {
  for (auto& parameter : module.parameters()) {
    if (parameter.dim() != 4) continue;
    parameter.set_data(parameter.contiguous(torch::MemoryFormat::ChannelsLast));
  }
}

}  // namespace llcodes
