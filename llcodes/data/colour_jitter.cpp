#include "llcodes/data/colour_jitter.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

/// The three planes of a picture.
struct Planes {
  std::span<std::uint8_t> red, green, blue;

  explicit Planes(std::span<std::uint8_t> pixels)
      : red(pixels.first(pixels.size() / 3)),
        green(pixels.subspan(pixels.size() / 3, pixels.size() / 3)),
        blue(pixels.last(pixels.size() / 3)) {}
  std::size_t size() const { return red.size(); }
};

/// Pillow's conversion to grey.
int luma(int red, int green, int blue) {
  return (red * 19595 + green * 38470 + blue * 7471 + 0x8000) >> 16;
}

/// Pillow's blend: from `base` (factor 0) to the pixel (factor 1) and beyond.
std::uint8_t blended(int base, int pixel, double factor) {
  const float value = static_cast<float>(base) + static_cast<float>(factor) *
                                                     static_cast<float>(pixel - base);
  return static_cast<std::uint8_t>(std::clamp(value, 0.0f, 255.0f));
}

void blend_with(std::span<std::uint8_t> pixels, int base, double factor) {
  std::array<std::uint8_t, 256> table{};
  for (int i = 0; i < 256; ++i) table[static_cast<std::size_t>(i)] = blended(base, i, factor);
  for (std::uint8_t& pixel : pixels) pixel = table[pixel];
}

int mean_luma(const Planes& planes) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    sum += static_cast<std::uint64_t>(luma(planes.red[i], planes.green[i], planes.blue[i]));
  }
  return static_cast<int>(static_cast<double>(sum) / static_cast<double>(planes.size()) + 0.5);
}

void saturate(const Planes& planes, double factor) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const int grey = luma(planes.red[i], planes.green[i], planes.blue[i]);
    for (auto* plane : {&planes.red, &planes.green, &planes.blue}) {
      (*plane)[i] = blended(grey, (*plane)[i], factor);
    }
  }
}

/// Position on the colour circle in turns, for a pixel that is not grey.
float hue_of(float red, float green, float blue, float largest, float range) {
  float sixth = 4 + (red - green) / range;
  if (largest == red) sixth = (green - blue) / range;
  else if (largest == green) sixth = 2 + (blue - red) / range;
  return sixth / 6;
}

/// The share of a channel that stands `offset` sixths around the circle (HSV to RGB).
float channel(float hue, float value, float range, float offset) {
  const float k = std::fmod(offset + hue * 6, 6.0f);
  return value - range * std::max(0.0f, std::min({k, 4 - k, 1.0f}));
}

void turn_hue(const Planes& planes, double turns) {
  for (std::size_t i = 0; i < planes.size(); ++i) {
    const float red = planes.red[i], green = planes.green[i], blue = planes.blue[i];
    const float largest = std::max({red, green, blue});
    const float range = largest - std::min({red, green, blue});
    if (range == 0) continue;
    float hue = hue_of(red, green, blue, largest, range) + static_cast<float>(turns);
    hue -= std::floor(hue);
    planes.red[i] = static_cast<std::uint8_t>(channel(hue, largest, range, 5) + 0.5f);
    planes.green[i] = static_cast<std::uint8_t>(channel(hue, largest, range, 3) + 0.5f);
    planes.blue[i] = static_cast<std::uint8_t>(channel(hue, largest, range, 1) + 0.5f);
  }
}

}  // namespace

ColourChange ColourChange::draw(const JitterOptions& options, Random& random) {
  const auto factor = [&] {
    return random.uniform(std::max(0.0, 1 - options.strength), 1 + options.strength);
  };
  ColourChange change;
  change.brightness = factor();
  change.contrast = factor();
  change.saturation = factor();
  change.hue = random.uniform(-options.hue, options.hue);
  for (std::size_t i = change.order.size(); i > 1; --i) {
    std::swap(change.order[i - 1], change.order[random.below(i)]);
  }
  return change;
}

void ColourChange::apply(std::span<std::uint8_t> pixels) const {
  if (pixels.empty() || pixels.size() % 3 != 0) {
    throw std::invalid_argument("colour jitter: expected RGB pictures, found " +
                                std::to_string(pixels.size()) + " values");
  }
  const Planes planes(pixels);
  for (const ColourStep step : order) {
    switch (step) {
      case ColourStep::kBrightness:
        if (brightness != 1) blend_with(pixels, 0, brightness);
        break;
      case ColourStep::kContrast:
        if (contrast != 1) blend_with(pixels, mean_luma(planes), contrast);
        break;
      case ColourStep::kSaturation:
        if (saturation != 1) saturate(planes, saturation);
        break;
      case ColourStep::kHue:
        if (hue != 0) turn_hue(planes, hue);
        break;
    }
  }
}

}  // namespace llcodes
