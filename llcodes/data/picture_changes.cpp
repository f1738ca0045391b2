#include "llcodes/data/picture_changes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace llcodes {
namespace {

/// The extreme of each pixel and its two neighbours in the row, with a row of zeros around.
template <class Extreme>
void extremes_of_rows(const FramedPicture& picture, int channel, Extreme extreme,
                      std::vector<std::uint8_t>& rows) {
  const int height = picture.shape().height, width = picture.shape().width;
  rows.assign(static_cast<std::size_t>(width) * static_cast<std::size_t>(height + 2), 0);
  const std::uint8_t* from = picture.channel(channel);
  std::uint8_t* to = rows.data() + width;
  for (int y = 0; y < height; ++y, from += picture.stride(), to += width) {
    for (int x = 0; x < width; ++x) to[x] = extreme(extreme(from[x - 1], from[x]), from[x + 1]);
  }
}

template <class Extreme>
void move_to_extremes(FramedPicture& picture, int channel, double strength, Extreme extreme) {
  static thread_local std::vector<std::uint8_t> rows;
  extremes_of_rows(picture, channel, extreme, rows);
  const int height = picture.shape().height, width = picture.shape().width;
  const int weight = static_cast<int>(strength * 256);
  const std::uint8_t* from = rows.data();
  std::uint8_t* to = picture.channel(channel);
  for (int y = 0; y < height; ++y, from += width, to += picture.stride()) {
    for (int x = 0; x < width; ++x) {
      const int target = extreme(extreme(from[x], from[x + width]), from[x + 2 * width]);
      to[x] = static_cast<std::uint8_t>(to[x] + (((target - to[x]) * weight) >> 8));
    }
  }
}

/// A rectangle of pixels of one channel.
struct Cell {
  std::uint8_t* first;
  std::ptrdiff_t stride;
  int height, width;

  void flatten() const {
    int sum = 0;
    for (int y = 0; y < height; ++y) {
      for (int x = 0; x < width; ++x) sum += first[y * stride + x];
    }
    const auto mean = static_cast<std::uint8_t>(sum / (height * width));
    for (int y = 0; y < height; ++y) std::fill_n(first + y * stride, width, mean);
  }
};

using PixelTable = std::array<std::uint8_t, 256>;

PixelTable gamma_table(double gamma) {
  static const auto logarithms = [] {
    std::array<float, 256> table{};
    for (int i = 1; i < 256; ++i)
      table[static_cast<std::size_t>(i)] = std::log(static_cast<float>(i) / 255.0f);
    return table;
  }();
  PixelTable table{};
  for (std::size_t i = 1; i < 256; ++i) {
    const float value = 255.0f * std::exp(static_cast<float>(gamma) * logarithms[i]);
    table[i] = static_cast<std::uint8_t>(value + 0.5f);
  }
  return table;
}

double deviation_of(std::span<const float> values) {
  double sum = 0, squares = 0;
  for (const float value : values) {
    sum += value;
    squares += double{value} * value;
  }
  const double count = static_cast<double>(values.size()), mean = sum / count;
  return std::sqrt(std::max(0.0, squares / count - mean * mean));
}

/// `length` pixels somewhere along a side.
struct Interval {
  int first, length;

  Interval(int side, double share, Random& random)
      : length(std::clamp(static_cast<int>(side * share), 1, side)) {
    first = static_cast<int>(random.below(static_cast<std::uint64_t>(side - length + 1)));
  }
};

}  // namespace

double symmetric_factor(Random& random, double spread) {
  return std::exp(random.uniform(-1, 1) * -std::log1p(-spread));
}

void change_stroke(FramedPicture& picture, double step) {
  const auto smaller = [](std::uint8_t a, std::uint8_t b) { return std::min(a, b); };
  const auto larger = [](std::uint8_t a, std::uint8_t b) { return std::max(a, b); };
  for (int c = 0; c < picture.shape().channels; ++c) {
    step > 0 ? move_to_extremes(picture, c, step, larger)
             : move_to_extremes(picture, c, -step, smaller);
  }
}

void coarsen(FramedPicture& picture, int cells) {
  const int height = picture.shape().height, width = picture.shape().width;
  const int rows = std::min(cells, height), columns = std::min(cells, width);
  for (int c = 0; c < picture.shape().channels; ++c) {
    for (int row = 0; row < rows; ++row) {
      const int top = row * height / rows, bottom = (row + 1) * height / rows;
      for (int column = 0; column < columns; ++column) {
        const int left = column * width / columns, right = (column + 1) * width / columns;
        Cell{picture.channel(c) + top * picture.stride() + left, picture.stride(), bottom - top,
             right - left}
            .flatten();
      }
    }
  }
}

void apply_gamma(FramedPicture& picture, double gamma) {
  const PixelTable table = gamma_table(gamma);
  for (int c = 0; c < picture.shape().channels; ++c) {
    std::uint8_t* row = picture.channel(c);
    for (int y = 0; y < picture.shape().height; ++y, row += picture.stride()) {
      for (int x = 0; x < picture.shape().width; ++x) row[x] = table[row[x]];
    }
  }
}

void erase_rectangle(const InputShape& shape, Random& random, std::span<float> inputs) {
  const double side = std::sqrt(random.uniform(0.02, 0.25));
  const double ratio = std::sqrt(symmetric_factor(random, 0.5));
  const Interval rows(shape.height, side * ratio, random),
      columns(shape.width, side / ratio, random);
  for (int c = 0; c < shape.channels; ++c) {
    for (int y = rows.first; y < rows.first + rows.length; ++y) {
      float* row =
          inputs.data() + (static_cast<std::ptrdiff_t>(c) * shape.height + y) * shape.width;
      std::fill_n(row + columns.first, columns.length, 0.0f);
    }
  }
}

void add_noise(double amount, Random& random, std::span<float> features) {
  const double deviation = amount * deviation_of(features);
  for (float& value : features) value += static_cast<float>(deviation * random.normal());
}

}  // namespace llcodes
