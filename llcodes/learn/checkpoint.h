// Whole checkpoints: everything a run needs to go on, bit for bit, in one container file.
#pragma once

#include <torch/torch.h>

#include <filesystem>
#include <map>
#include <string>

#include "llcodes/core/container.h"

namespace llcodes {

/// Named tensors: a module's parameters and buffers, the optimiser's velocities, the best state.
using TensorMap = std::map<std::string, torch::Tensor>;

struct Checkpoint {
  std::string state;  ///< position, best score, history: JSON text
  TensorMap tensors;

  void save(const std::filesystem::path& path) const;
  static Checkpoint load(const std::filesystem::path& path);
};

/// Parameters and buffers of a module, each name behind `prefix`; deep copies.
TensorMap state_of(const torch::nn::Module& module, const std::string& prefix = "");
/// Copies the tensors into the module. Throws FormatError naming `origin` if one is missing or has
/// another shape.
void restore(torch::nn::Module& module, const TensorMap& tensors, const std::string& prefix,
             const std::string& origin);

/// A tensor to and from a container, in row-major order.
void add_tensor(ContainerWriter& writer, const std::string& name, const torch::Tensor& tensor);
torch::Tensor read_tensor(const Container& container, const std::string& name);

}  // namespace llcodes
