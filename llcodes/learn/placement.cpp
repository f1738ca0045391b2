#include "llcodes/learn/placement.h"

#include <ATen/autocast_mode.h>

#include <stdexcept>

#include "llcodes/nn/layers.h"

namespace llcodes {
namespace {

torch::Device parse_device(const std::string& text) {
  if (text == "cpu") return torch::Device(torch::kCPU);
  const bool is_cuda = text == "cuda" || (text.starts_with("cuda:") && text.size() > 5 &&
                                          text.find_first_not_of("0123456789", 5) == text.npos);
  if (!is_cuda) {
    throw std::invalid_argument("--device " + text + ": expected cpu, cuda or cuda:N");
  }
  if (!torch::cuda::is_available()) {
    throw std::invalid_argument("--device " + text +
                                ": this libtorch has no CUDA or finds no GPU (Debian's has none); "
                                "build against a libtorch with CUDA, or use --device cpu");
  }
  const int index = text == "cuda" ? 0 : std::stoi(text.substr(5));
  if (index >= static_cast<int>(torch::cuda::device_count())) {
    throw std::invalid_argument("--device " + text + ": there are " +
                                std::to_string(torch::cuda::device_count()) + " GPUs");
  }
  return torch::Device(torch::kCUDA, static_cast<torch::DeviceIndex>(index));
}

}  // namespace

Placement::Placement(const PlacementOptions& options)
    : device_(parse_device(options.device)),
      channels_last_(options.channels_last),
      autocast_(options.autocast == "bfloat16") {}

void Placement::place(torch::nn::Module& module) const {
  module.to(device_);
  if (channels_last_) use_channels_last(module);
}

torch::Tensor Placement::place(const torch::Tensor& tensor) const {
  const torch::Tensor moved = tensor.to(device_);
  const bool is_picture = moved.dim() == 4 && moved.size(2) > 1;
  return channels_last_ && is_picture ? moved.contiguous(torch::MemoryFormat::ChannelsLast) : moved;
}

AutocastScope::AutocastScope(const Placement& placement)
    : on_(placement.autocasts()), on_cuda_(placement.device().is_cuda()) {
  if (!on_) return;
  if (on_cuda_) {
    at::autocast::set_autocast_gpu_dtype(torch::kBFloat16);
    at::autocast::set_enabled(true);
  } else {
    at::autocast::set_autocast_cpu_dtype(torch::kBFloat16);
    at::autocast::set_cpu_enabled(true);
  }
}

AutocastScope::~AutocastScope() {
  if (!on_) return;
  on_cuda_ ? at::autocast::set_enabled(false) : at::autocast::set_cpu_enabled(false);
  at::autocast::clear_cache();
}

}  // namespace llcodes
