// Weights from outside: part of a network's tensors from a safetensors file.
//
// Names are torchvision's ("layer1.0.conv1.weight"), with or without "module." (DataParallel) or
// "backbone." before them. A classifier of as many classes becomes the linear head, and a
// "codebook" (classes x bits) becomes C. docs/pictures.md shows the ways in and out.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/learn/network.h"

namespace llcodes {

/// What became of the file's tensors and of the backbone's.
struct WeightsReport {
  std::size_t loaded = 0;
  std::vector<std::string> missing;     ///< of the backbone: not in the file, kept as they were
  std::vector<std::string> unexpected;  ///< of the file: nothing in the network takes them

  std::string text() const;  ///< one line, the first names of each list
};

/// What to do with a file that lacks tensors of the backbone.
enum class MissingWeights { kRefuse, kKeepStart };

/// Throws FormatError if a tensor has another shape than the network's (weights of another
/// architecture), or if tensors are missing and that is refused. Nothing is changed then.
WeightsReport load_weights(Network& network, const std::filesystem::path& path,
                           const std::string& backbone, MissingWeights missing);

}  // namespace llcodes
