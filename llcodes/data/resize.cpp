#include "llcodes/data/resize.h"

#include <algorithm>
#include <stdexcept>

namespace llcodes {

PlaneResizer::PlaneResizer(PlaneSize from, PlaneSize to) : from_(from), to_(to) {
  if (from.height <= 0 || from.width <= 0 || to.height <= 0 || to.width <= 0) {
    throw std::invalid_argument("resize: all sides must be positive");
  }
  rows_ = cover(from.height, to.height);
  columns_ = cover(from.width, to.width);
}

std::vector<PlaneResizer::Coverage> PlaneResizer::cover(int from, int to) {
  std::vector<Coverage> all(static_cast<std::size_t>(to));
  const double step = static_cast<double>(from) / to;
  for (int i = 0; i < to; ++i) {
    const double begin = i * step, end = std::min<double>((i + 1) * step, from);
    const int first = std::min(static_cast<int>(begin), from - 1);
    Coverage& coverage = all[static_cast<std::size_t>(i)];
    coverage.first = static_cast<std::size_t>(first);
    for (int pixel = first; pixel < end && pixel < from; ++pixel) {
      const double covered = std::min<double>(pixel + 1, end) - std::max<double>(pixel, begin);
      coverage.weights.push_back(static_cast<float>(std::max(covered, 0.0) / (end - begin)));
    }
  }
  return all;
}

/// Rows first: whole rows are summed with one weight, which the compiler turns into vector code.
void PlaneResizer::resize(std::span<const std::uint8_t> source,
                          std::span<std::uint8_t> target) const {
  if (source.size() != from_.pixels() || target.size() != to_.pixels()) {
    throw std::invalid_argument("resize: the number of pixels does not match the sizes");
  }
  const auto width = static_cast<std::size_t>(from_.width);
  std::vector<float> sums(width);
  auto out = target.begin();
  for (const Coverage& row : rows_) {
    std::fill(sums.begin(), sums.end(), 0.0f);
    const std::uint8_t* line = source.data() + row.first * width;
    for (const float weight : row.weights) {
      for (std::size_t x = 0; x < width; ++x) sums[x] += weight * line[x];
      line += width;
    }
    for (const Coverage& column : columns_) {
      float sum = 0.5f;  // rounds to the nearest
      const float* value = sums.data() + column.first;
      for (const float weight : column.weights) sum += weight * *value++;
      *out++ = static_cast<std::uint8_t>(std::min(sum, 255.0f));
    }
  }
}

std::vector<std::uint8_t> resize_plane(std::span<const std::uint8_t> pixels, PlaneSize from,
                                       PlaneSize to) {
  const PlaneResizer resizer(from, to);
  std::vector<std::uint8_t> result(to.pixels());
  resizer.resize(pixels, result);
  return result;
}

}  // namespace llcodes
