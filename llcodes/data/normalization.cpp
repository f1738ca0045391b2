#include "llcodes/data/normalization.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

/// Sums of whole numbers are exact, so the order of the pictures does not matter.
struct ChannelSums {
  std::uint64_t values = 0, squares = 0;

  void add(std::uint64_t pixel) {
    values += pixel;
    squares += pixel * pixel;
  }
};

void add_to(Normalization& result, const ChannelSums& sums, double count) {
  const double mean = static_cast<double>(sums.values) / count;
  const double variance = static_cast<double>(sums.squares) / count - mean * mean;
  result.mean.push_back(static_cast<float>(mean / 255));
  // A channel that never changes carries nothing: leave its size alone.
  result.deviation.push_back(variance > 0 ? static_cast<float>(std::sqrt(variance) / 255) : 1.0f);
}

void check_channels(const InputShape& shape, const Normalization& normalization) {
  const auto channels = static_cast<std::size_t>(shape.channels);
  const std::size_t means = normalization.mean.size(), deviations = normalization.deviation.size();
  if (channels <= kMaxChannels && means == deviations && (means == 0 || means == channels)) return;
  throw std::invalid_argument("normalization: a picture of " + std::to_string(channels) +
                              " channels (at most 16) needs as many means and deviations, found " +
                              std::to_string(means) + " and " + std::to_string(deviations));
}

}  // namespace

Normalization measure_normalization(const Dataset& dataset, std::size_t sample) {
  const InputShape shape = dataset.shape();
  const std::size_t count = std::min(sample, dataset.size());
  if (!shape.is_picture || count == 0) return {};
  const std::size_t plane = shape.size() / static_cast<std::size_t>(shape.channels);
  std::vector<ChannelSums> sums(static_cast<std::size_t>(shape.channels));
  Example example;
  for (std::size_t i = 0; i < count; ++i) {
    dataset.get(i * dataset.size() / count, example);
    for (std::size_t p = 0; p < shape.size(); ++p) sums[p / plane].add(example.pixels[p]);
  }
  Normalization result;
  for (const ChannelSums& channel : sums)
    add_to(result, channel, static_cast<double>(count * plane));
  return result;
}

Normalization ink_normalization() { return {.mean = {0.0f}, .deviation = {1.0f}}; }

ChannelScales channel_scales(const InputShape& shape, const Normalization& normalization) {
  check_channels(shape, normalization);
  ChannelScales scales;
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape.channels); ++c) {
    const bool is_known = !normalization.mean.empty();
    const float mean = is_known ? normalization.mean[c] : 0.0f;
    const float deviation = is_known ? normalization.deviation[c] : 1.0f;
    scales[c] = {1.0f / (255.0f * deviation), -mean / deviation};
  }
  return scales;
}

}  // namespace llcodes
