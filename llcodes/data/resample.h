// Resizing as Pillow does it: bilinear with antialiasing, in fixed point, bit for bit.
//
// Networks are sensitive to how their pictures were resized. Weights trained elsewhere saw
// torchvision's Resize, which is Pillow's; ours must not differ. Each pixel of the result is a sum
// of the source pixels under a triangle as wide as the reduction, rows first, rounded to 8 bits
// between the two passes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/data/crop.h"
#include "llcodes/data/resize.h"

namespace llcodes {

/// Interleaved 8-bit pixels that belong to somebody else.
struct PixelView {
  const std::uint8_t* pixels = nullptr;
  PlaneSize size;
  int channels = 3;
};

struct ResampleOptions {
  CropBox box;         ///< of the source, may have fractions
  PlaneSize size;      ///< that the box is brought to
  int top = 0;         ///< part of that result which is wanted
  int left = 0;
  PlaneSize window;
};

/// The wanted window, planar: [channels, window height, window width]. Throws std::invalid_argument
/// unless the box lies in the source and the window in the result.
std::vector<std::uint8_t> resample(const PixelView& source, const ResampleOptions& options);

}  // namespace llcodes
