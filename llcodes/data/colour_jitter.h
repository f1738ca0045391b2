// torchvision's ColorJitter on 8-bit planar RGB: brightness, contrast, saturation and hue, each by a
// random amount, in random order.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "llcodes/core/random.h"

namespace llcodes {

struct JitterOptions {
  double strength = 0;  ///< factors of brightness, contrast and saturation in 1 +- strength
  double hue = 0;       ///< largest turn of the colour circle, in turns: up to 0.5
};

enum class ColourStep { kBrightness, kContrast, kSaturation, kHue };

/// One draw: what each step does and when. A factor of 1 and a hue of 0 change nothing.
struct ColourChange {
  std::array<ColourStep, 4> order = {ColourStep::kBrightness, ColourStep::kContrast,
                                     ColourStep::kSaturation, ColourStep::kHue};
  double brightness = 1;
  double contrast = 1;
  double saturation = 1;
  double hue = 0;

  static ColourChange draw(const JitterOptions& options, Random& random);

  /// `pixels` is planar RGB, [3, plane].
  void apply(std::span<std::uint8_t> pixels) const;
};

}  // namespace llcodes
