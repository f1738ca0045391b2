#include "llcodes/data/warp.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace llcodes {
namespace {

constexpr int kLeadingFrame = 1;   // sampling at -1 reads pixels -1 and 0
constexpr int kTrailingFrame = 2;  // sampling at `side` reads pixels side and side + 1
constexpr int kFractionBits = 16;
constexpr float kOne = 1 << kFractionBits;

/// Where the pixels of one row come from: as the map says, and then in fixed point.
struct RowPlaces {
  std::vector<float> x, y;
  std::vector<std::int32_t> fixed_x, fixed_y;

  void resize(std::size_t width) {
    x.resize(width);
    y.resize(width);
    fixed_x.resize(width);
    fixed_y.resize(width);
  }
};

void map_row(const AffineMap& map, const InputShape& shape, int row, RowPlaces& places) {
  const double cx = (shape.width - 1) / 2.0, cy = (shape.height - 1) / 2.0;
  const auto x0 = static_cast<float>(cx + map.shift_x - map.xx * cx + map.xy * (row - cy));
  const auto y0 = static_cast<float>(cy + map.shift_y - map.yx * cx + map.yy * (row - cy));
  const auto xx = static_cast<float>(map.xx), yx = static_cast<float>(map.yx);
  for (int column = 0; column < shape.width; ++column) {
    places.x[static_cast<std::size_t>(column)] = x0 + xx * static_cast<float>(column);
    places.y[static_cast<std::size_t>(column)] = y0 + yx * static_cast<float>(column);
  }
}

/// Places beyond the frame are all background: the nearest frame pixel says the same.
void clamp_to_frame(std::span<const float> places, int side, std::span<std::int32_t> fixed) {
  const float last = static_cast<float>(side);
  for (std::size_t i = 0; i < places.size(); ++i) {
    fixed[i] = static_cast<std::int32_t>(std::min(std::max(places[i], -1.0f), last) * kOne);
  }
}

/// Mirrors once at the outermost pixel centres, which suffices for moves of up to a whole side.
void reflect(std::span<const float> places, int side, std::span<std::int32_t> fixed) {
  const float last = static_cast<float>(side - 1);
  for (std::size_t i = 0; i < places.size(); ++i) {
    const float folded = last - std::abs(last - std::abs(places[i]));
    fixed[i] = static_cast<std::int32_t>(std::max(folded, 0.0f) * kOne);
  }
}

/// The bilinear value times 2^16; weights have 8 bits.
inline int sample(const std::uint8_t* picture, std::ptrdiff_t stride, std::int32_t x,
                  std::int32_t y) {
  const std::uint8_t* at = picture + (y >> kFractionBits) * stride + (x >> kFractionBits);
  const int wx = (x >> 8) & 255, wy = (y >> 8) & 255;
  const int upper = at[0] * (256 - wx) + at[1] * wx;
  const int lower = at[stride] * (256 - wx) + at[stride + 1] * wx;
  return upper * (256 - wy) + lower * wy;
}

void sample_row(const FramedPicture& source, int channel, const RowPlaces& places,
                ChannelScale scale, float* out) {
  const std::uint8_t* picture = source.channel(channel);
  const std::ptrdiff_t stride = source.stride();
  const float gain = scale.gain / 65536.0f;
  for (std::size_t i = 0; i < places.fixed_x.size(); ++i) {
    const int value = sample(picture, stride, places.fixed_x[i], places.fixed_y[i]);
    out[i] = static_cast<float>(value) * gain + scale.offset;
  }
}

}  // namespace

void FramedPicture::assign(std::span<const std::uint8_t> pixels, const InputShape& shape) {
  constexpr int kFrame = kLeadingFrame + kTrailingFrame;
  if (std::max(shape.height, shape.width) > kLargestSide) {
    throw std::invalid_argument("augmentation: pictures may have at most 8192 pixels a side");
  }
  if (!(shape == shape_)) {
    shape_ = shape;
    stride_ = shape.width + kFrame;
    pixels_.assign(static_cast<std::size_t>(shape.channels) *
                       static_cast<std::size_t>(shape.height + kFrame) *
                       static_cast<std::size_t>(stride_),
                   0);
  }
  const std::uint8_t* from = pixels.data();
  for (int c = 0; c < shape.channels; ++c) {
    std::uint8_t* row = channel(c);
    for (int y = 0; y < shape.height; ++y, from += shape.width, row += stride_) {
      std::copy_n(from, shape.width, row);
    }
  }
}

std::ptrdiff_t FramedPicture::offset(int channel) const {
  const std::ptrdiff_t rows = shape_.height + kLeadingFrame + kTrailingFrame;
  return (channel * rows + kLeadingFrame) * stride_ + kLeadingFrame;
}

void Warp::apply(const FramedPicture& source, std::span<const ChannelScale> scales,
                 std::span<float> out) const {
  static thread_local RowPlaces places;
  const InputShape& shape = source.shape();
  places.resize(static_cast<std::size_t>(shape.width));
  const auto bring_inside = outside == Outside::kReflect ? reflect : clamp_to_frame;
  for (int row = 0; row < shape.height; ++row) {
    map_row(map, shape, row, places);
    if (elastic) elastic->add_to_row(row, places.x, places.y);
    bring_inside(places.x, shape.width, places.fixed_x);
    bring_inside(places.y, shape.height, places.fixed_y);
    for (int c = 0; c < shape.channels; ++c) {
      const std::ptrdiff_t at = (static_cast<std::ptrdiff_t>(c) * shape.height + row) * shape.width;
      sample_row(source, c, places, scales[static_cast<std::size_t>(c)], out.data() + at);
    }
  }
}

}  // namespace llcodes
