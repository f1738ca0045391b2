// Geometric change of a planar 8-bit picture: an affine map and an elastic field in one step,
// sampled bilinearly in fixed point.
//
// A picture is resampled once, not once a change. The identity returns the pixels exactly.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/data/dataset.h"
#include "llcodes/data/elastic.h"
#include "llcodes/data/normalization.h"

namespace llcodes {

/// From a place in the result to its place in the source, both relative to the picture's centre:
/// x' = xx * x + xy * y + shift_x,  y' = yx * x + yy * y + shift_y (pixels).
struct AffineMap {
  double xx = 1, xy = 0, shift_x = 0;
  double yx = 0, yy = 1, shift_y = 0;
};

enum class Outside { kBackground, kReflect };

inline constexpr int kLargestSide = 8192;  ///< of a picture: places are 16.16 fixed point

/// A picture with a frame of zero pixels, so that the sampler never asks where the border is.
class FramedPicture {
 public:
  /// Copies `pixels` (shape.size() of them) into the frame, reusing memory.
  void assign(std::span<const std::uint8_t> pixels, const InputShape& shape);

  const InputShape& shape() const { return shape_; }
  std::ptrdiff_t stride() const { return stride_; }
  /// Pixel (0, 0) of a channel; one row and column before it and two after are zero.
  std::uint8_t* channel(int channel) { return pixels_.data() + offset(channel); }
  const std::uint8_t* channel(int channel) const { return pixels_.data() + offset(channel); }

 private:
  std::ptrdiff_t offset(int channel) const;

  InputShape shape_;
  std::ptrdiff_t stride_ = 0;
  std::vector<std::uint8_t> pixels_;
};

struct Warp {
  AffineMap map;
  const ElasticField* elastic = nullptr;  ///< added to the map's places, if there is one
  Outside outside = Outside::kBackground;

  /// out = sampled pixel * gain + offset: one scale a channel, shape.size() places.
  void apply(const FramedPicture& source, std::span<const ChannelScale> scales,
             std::span<float> out) const;
};

}  // namespace llcodes
