// The well-known picture networks in one table: feature width, input size, input normalisation.
//
// No libtorch here: the command line and the data side read it too. Parameter names of each network
// are torchvision's, so that its weights come in one to one.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

struct Architecture {
  std::string_view name;
  std::int64_t feature_size;          ///< d of F(x)
  int picture_size;                   ///< side it is usually trained with
  int smallest_picture;               ///< side below which a layer would see nothing
  double centre_share;                ///< evaluation sees that share of the shorter side: 224 of 256
  std::array<float, 3> mean;          ///< of red, green, blue in 0 ... 1
  std::array<float, 3> deviation;
  std::string_view classifier;        ///< torchvision's name of the last layer, which heads replace
};

const std::vector<Architecture>& architectures();

/// Null for the networks that are not in the table (cnn, mlp, auto).
const Architecture* find_architecture(std::string_view name);

}  // namespace llcodes
