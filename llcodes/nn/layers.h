// Layers that several networks share.
#pragma once

#include <torch/torch.h>

#include "llcodes/nn/convolution.h"

namespace llcodes {

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
