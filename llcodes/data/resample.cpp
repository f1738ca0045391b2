#include "llcodes/data/resample.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace llcodes {
namespace {

constexpr int kPrecision = 32 - 8 - 2;  // Pillow's PRECISION_BITS

/// The weights of every result pixel along one side.
struct Taps {
  int count = 0;  ///< weights kept a pixel
  std::vector<int> first, used;
  std::vector<std::int32_t> weights;  ///< [pixels, count]

  const std::int32_t* of(std::size_t pixel) const {
    return weights.data() + pixel * static_cast<std::size_t>(count);
  }
};

/// One side of the problem: result pixels [begin, begin + length) of `to`.
struct Side {
  int source;
  double box_begin, box_length;
  int to;
  int begin, length;
};

Taps make_taps(const Side& side) {
  const double scale = side.box_length / side.to, reach = std::max(scale, 1.0);
  Taps taps;
  taps.count = static_cast<int>(std::ceil(reach)) * 2 + 1;
  std::vector<double> weights(static_cast<std::size_t>(taps.count));
  for (int i = side.begin; i < side.begin + side.length; ++i) {
    const double centre = side.box_begin + (i + 0.5) * scale;
    const int first = std::max(static_cast<int>(centre - reach + 0.5), 0);
    const int end = std::min(static_cast<int>(centre + reach + 0.5), side.source);
    double sum = 0;
    std::fill(weights.begin(), weights.end(), 0.0);
    for (int x = 0; x < end - first; ++x) {
      const double distance = std::abs((x + first - centre + 0.5) / reach);
      sum += weights[static_cast<std::size_t>(x)] = std::max(1 - distance, 0.0);
    }
    for (const double weight : weights) {
      taps.weights.push_back(static_cast<std::int32_t>(0.5 + weight / sum * (1 << kPrecision)));
    }
    taps.first.push_back(first);
    taps.used.push_back(end - first);
  }
  return taps;
}

std::uint8_t rounded(std::int32_t sum) {
  return static_cast<std::uint8_t>(std::clamp(sum >> kPrecision, 0, 255));
}

/// Rows [begin, begin + count) of the source, brought to the result's width: [count, width, c].
template <int kChannels>
std::vector<std::uint8_t> across(const PixelView& source, int begin, int count, const Taps& taps) {
  const std::size_t width = taps.first.size();
  std::vector<std::uint8_t> rows(static_cast<std::size_t>(count) * width * kChannels);
  std::uint8_t* out = rows.data();
  for (int y = begin; y < begin + count; ++y) {
    const std::uint8_t* line =
        source.pixels + static_cast<std::ptrdiff_t>(y) * source.size.width * kChannels;
    for (std::size_t x = 0; x < width; ++x, out += kChannels) {
      std::int32_t sums[kChannels];
      std::fill_n(sums, kChannels, 1 << (kPrecision - 1));
      const std::uint8_t* pixel = line + taps.first[x] * kChannels;
      const std::int32_t* weight = taps.of(x);
      for (int tap = 0; tap < taps.used[x]; ++tap, pixel += kChannels) {
        for (int c = 0; c < kChannels; ++c) sums[c] += pixel[c] * weight[tap];
      }
      for (int c = 0; c < kChannels; ++c) out[c] = rounded(sums[c]);
    }
  }
  return rows;
}

/// Whole rows are summed with one weight, which the compiler turns into vector code.
void down(const std::vector<std::uint8_t>& rows, int first_row, const Taps& taps, int channels,
          std::vector<std::uint8_t>& planes) {
  const std::size_t height = taps.first.size();
  const std::size_t values = planes.size() / height;  // of a row, all channels
  const std::size_t width = values / static_cast<std::size_t>(channels);
  std::vector<std::int32_t> sums(values);
  for (std::size_t y = 0; y < height; ++y) {
    std::fill(sums.begin(), sums.end(), 1 << (kPrecision - 1));
    const std::uint8_t* line = rows.data() + static_cast<std::size_t>(taps.first[y] - first_row) * values;
    for (int tap = 0; tap < taps.used[y]; ++tap, line += values) {
      const std::int32_t weight = taps.of(y)[tap];
      for (std::size_t i = 0; i < values; ++i) sums[i] += line[i] * weight;
    }
    for (std::size_t c = 0; c < static_cast<std::size_t>(channels); ++c) {
      std::uint8_t* out = planes.data() + (c * height + y) * width;
      const std::int32_t* sum = sums.data() + c;
      for (std::size_t x = 0; x < width; ++x) out[x] = rounded(sum[x * static_cast<std::size_t>(channels)]);
    }
  }
}

void check(const PixelView& source, const ResampleOptions& o) {
  const CropBox& box = o.box;
  const bool is_inside = box.top >= 0 && box.left >= 0 && box.height > 0 && box.width > 0 &&
                         box.top + box.height <= source.size.height + 1e-6 &&
                         box.left + box.width <= source.size.width + 1e-6;
  const bool is_window = o.top >= 0 && o.left >= 0 && o.window.height > 0 && o.window.width > 0 &&
                         o.top + o.window.height <= o.size.height &&
                         o.left + o.window.width <= o.size.width;
  const bool is_known = source.channels == 1 || source.channels == 3;
  if (is_inside && is_window && is_known) return;
  throw std::invalid_argument("resample: the box must lie in the picture, the window in the result, "
                              "and the picture be grey or RGB");
}

}  // namespace

std::vector<std::uint8_t> resample(const PixelView& source, const ResampleOptions& o) {
  check(source, o);
  const Taps columns = make_taps(
      {source.size.width, o.box.left, o.box.width, o.size.width, o.left, o.window.width});
  const Taps rows = make_taps(
      {source.size.height, o.box.top, o.box.height, o.size.height, o.top, o.window.height});
  const int first = rows.first.front(), end = rows.first.back() + rows.used.back();
  const std::vector<std::uint8_t> narrowed =
      source.channels == 1 ? across<1>(source, first, end - first, columns)
                           : across<3>(source, first, end - first, columns);
  std::vector<std::uint8_t> planes(o.window.pixels() * static_cast<std::size_t>(source.channels));
  down(narrowed, first, rows, source.channels, planes);
  return planes;
}

}  // namespace llcodes
