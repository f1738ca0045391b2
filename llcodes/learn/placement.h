// Where and how a network computes: device, memory layout, precision.
#pragma once

#include <torch/torch.h>

#include <string>

namespace llcodes {

struct PlacementOptions {
  std::string device = "cpu";     ///< cpu | cuda | cuda:N
  bool channels_last = true;      ///< pictures with their channels innermost
  std::string autocast = "none";  ///< none | bfloat16
};

class Placement {
 public:
  /// Throws std::invalid_argument if this libtorch or machine has no such device.
  explicit Placement(const PlacementOptions& options);

  /// Moves parameters and buffers to the device, kernels to the layout.
  void place(torch::nn::Module& module) const;
  /// The same tensor on the device, in the layout.
  torch::Tensor place(const torch::Tensor& tensor) const;

  torch::Device device() const { return device_; }
  /// True if forward passes are to run under AutocastScope.
  bool autocasts() const { return autocast_; }

 private:
  torch::Device device_;
  bool channels_last_;
  bool autocast_;
};

/// While it lives, convolutions and matrix products run in bfloat16 where `on`.
class AutocastScope {
 public:
  AutocastScope(const Placement& placement);
  ~AutocastScope();
  AutocastScope(const AutocastScope&) = delete;
  AutocastScope& operator=(const AutocastScope&) = delete;

 private:
  bool on_;
  bool on_cuda_;
};

}  // namespace llcodes
