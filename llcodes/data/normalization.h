// The constants that bring pixels to mean 0 and deviation 1.
#pragma once

#include <array>
#include <cstddef>
#include <vector>

#include "llcodes/data/dataset.h"

namespace llcodes {

/// input = (pixel / 255 - mean) / deviation, a channel each. Empty: pixel / 255 for pictures, and
/// features as they are (embeddings come scaled; the network's first layer can do the rest).
struct Normalization {
  std::vector<float> mean;
  std::vector<float> deviation;
};

/// Mean and deviation of up to `sample` pictures of the data set (evenly spaced, deterministic);
/// empty for features.
Normalization measure_normalization(const Dataset& dataset, std::size_t sample = 5000);

/// For pictures of ink on a background of 0: inputs of 0 ... 1, so that the background stays 0,
/// which is also what convolutions see beyond the border.
Normalization ink_normalization();

/// The same constants in the form every path applies them: input = pixel * gain + offset.
struct ChannelScale {
  float gain = 1;
  float offset = 0;
};

inline constexpr int kMaxChannels = 16;
using ChannelScales = std::array<ChannelScale, kMaxChannels>;

/// Throws std::invalid_argument if there are not as many constants as channels.
ChannelScales channel_scales(const InputShape& shape, const Normalization& normalization);

}  // namespace llcodes
