// A model's weights for other programs, with torchvision's names.
#pragma once

#include <cstddef>
#include <string>

namespace llcodes::cli {

/// Writes the tensors of a model file as plain safetensors; returns how many.
std::size_t write_weights(const std::string& model_path, const std::string& output);

}  // namespace llcodes::cli
