#include "llcodes/nn/winograd.h"

#include <algorithm>
#include <array>
#include <utility>

namespace llcodes::winograd {
namespace {

// The kernels. They are called on CPUs that have these instructions only; the pragma keeps the
// instructions out of the templates of the standard library, which other files share.
#if defined(__x86_64__)
#pragma GCC push_options
#pragma GCC target("avx2,fma")
#endif

using Vector [[gnu::vector_size(32), gnu::may_alias, gnu::aligned(4)]] = float;
constexpr std::size_t kLanes = 8;

[[gnu::always_inline]] inline const Vector& at(const float* values) {
  return *reinterpret_cast<const Vector*>(values);
}
[[gnu::always_inline]] inline Vector& at(float* values) {
  return *reinterpret_cast<Vector*>(values);
}

/// Rows of a product: c[i][0..15] (+)= sum over k of a(i, k) b(k)[0..15].
struct Product {
  const float* a;
  std::size_t a_row, a_depth;  ///< strides
  const float* b;
  std::size_t b_depth;
  float* c;
  std::size_t c_row;
  std::size_t depth;
  bool add;
};

template <std::size_t kRows>
[[gnu::always_inline]] inline void multiply_rows(const Product& p, const float* a, float* c) {
  Vector sums[kRows][2] = {};
  const float* b = p.b;
  for (std::size_t k = 0; k < p.depth; ++k, a += p.a_depth, b += p.b_depth) {
    const Vector low = at(b), high = at(b + kLanes);
    for (std::size_t i = 0; i < kRows; ++i) {
      const float value = a[i * p.a_row];
      sums[i][0] += value * low;
      sums[i][1] += value * high;
    }
  }
  for (std::size_t i = 0; i < kRows; ++i) {
    for (const std::size_t half : {0, 1}) {
      Vector& out = at(c + i * p.c_row + half * kLanes);
      if (p.add) out += sums[i][half];
      else out = sums[i][half];
    }
  }
}

void multiply(const Product& p, std::size_t rows) {
  std::size_t i = 0;
  for (; i + 6 <= rows; i += 6) multiply_rows<6>(p, p.a + i * p.a_row, p.c + i * p.c_row);
  for (; i + 2 <= rows; i += 2) multiply_rows<2>(p, p.a + i * p.a_row, p.c + i * p.c_row);
}

/// B^T d B of the 4x4 pixels `d`, element e to out + e * step.
void transform_input(const std::array<const float*, 16>& d, std::size_t channels, float* out,
                     std::size_t step) {
  for (std::size_t c = 0; c < channels; c += kLanes) {
    Vector t[4][4];
    for (std::size_t j = 0; j < 4; ++j) {
      const Vector d0 = at(d[j] + c), d1 = at(d[4 + j] + c);
      const Vector d2 = at(d[8 + j] + c), d3 = at(d[12 + j] + c);
      t[0][j] = d0 - d2;
      t[1][j] = d1 + d2;
      t[2][j] = d2 - d1;
      t[3][j] = d1 - d3;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      float* row = out + i * 4 * step + c;
      at(row) = t[i][0] - t[i][2];
      at(row + step) = t[i][1] + t[i][2];
      at(row + 2 * step) = t[i][2] - t[i][1];
      at(row + 3 * step) = t[i][1] - t[i][3];
    }
  }
}

/// A^T m A, to the four pixels `y`; null: beyond the border.
void transform_output(const float* m, std::size_t step, std::size_t channels,
                      const std::array<float*, 4>& y) {
  for (std::size_t c = 0; c < channels; c += kLanes) {
    Vector t[2][4];
    for (std::size_t j = 0; j < 4; ++j) {
      const float* column = m + j * step + c;
      const Vector m1 = at(column + 4 * step), m2 = at(column + 8 * step);
      t[0][j] = at(column) + m1 + m2;
      t[1][j] = m1 - m2 - at(column + 12 * step);
    }
    for (const std::size_t i : {0, 1}) {
      float *left = y[i * 2], *right = y[i * 2 + 1];
      if (left != nullptr) at(left + c) = t[i][0] + t[i][1] + t[i][2];
      if (right != nullptr) at(right + c) = t[i][1] - t[i][2] - t[i][3];
    }
  }
}

/// A g A^T of the 2x2 pixels `g`, element e to out + e * step.
void transform_gradient(const std::array<const float*, 4>& g, std::size_t channels, float* out,
                        std::size_t step) {
  for (std::size_t c = 0; c < channels; c += kLanes) {
    Vector t[4][2];
    for (const std::size_t j : {0, 1}) {
      const Vector g0 = at(g[j] + c), g1 = at(g[2 + j] + c);
      t[0][j] = g0;
      t[1][j] = g0 + g1;
      t[2][j] = g0 - g1;
      t[3][j] = -g1;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      float* row = out + i * 4 * step + c;
      at(row) = t[i][0];
      at(row + step) = t[i][0] + t[i][1];
      at(row + 2 * step) = t[i][0] - t[i][1];
      at(row + 3 * step) = -t[i][1];
    }
  }
}

/// G g G^T for kPanel outputs side by side and one input.
void transform_taps(const Kernel& kernel, const float* taps, float* out, std::size_t step) {
  for (std::size_t c = 0; c < kPanel; c += kLanes) {
    Vector t[4][3];
    for (std::size_t j = 0; j < 3; ++j) {
      const float* column = taps + (kernel.turned ? 2 - j : j) * kernel.column + c;
      const Vector middle = at(column + kernel.row);
      Vector top = at(column), bottom = at(column + 2 * kernel.row);
      if (kernel.turned) std::swap(top, bottom);
      t[0][j] = top;
      t[1][j] = (top + middle + bottom) * 0.5f;
      t[2][j] = (top - middle + bottom) * 0.5f;
      t[3][j] = bottom;
    }
    for (std::size_t i = 0; i < 4; ++i) {
      float* row = out + i * 4 * step + c;
      at(row) = t[i][0];
      at(row + step) = (t[i][0] + t[i][1] + t[i][2]) * 0.5f;
      at(row + 2 * step) = (t[i][0] - t[i][1] + t[i][2]) * 0.5f;
      at(row + 3 * step) = t[i][2];
    }
  }
}

/// G^T u G of one input and all outputs. u is the sum of the parts, its element e begins at first +
/// e * part_step; the taps of the gradient are `step` apart.
void transform_back(std::span<const std::vector<float>> parts, std::size_t first,
                    std::size_t part_step, std::size_t outputs, float* gradient,
                    std::size_t step) {
  for (std::size_t c = 0; c < outputs; c += kLanes) {
    Vector t[3][4];
    for (std::size_t j = 0; j < 4; ++j) {
      Vector u[4] = {};
      for (const std::vector<float>& part : parts) {
        const float* column = part.data() + first + j * part_step + c;
        for (std::size_t i = 0; i < 4; ++i) u[i] += at(column + i * 4 * part_step);
      }
      t[0][j] = u[0] + (u[1] + u[2]) * 0.5f;
      t[1][j] = (u[1] - u[2]) * 0.5f;
      t[2][j] = (u[1] + u[2]) * 0.5f + u[3];
    }
    for (std::size_t i = 0; i < 3; ++i) {
      float* row = gradient + i * 3 * step + c;
      at(row) = t[i][0] + (t[i][1] + t[i][2]) * 0.5f;
      at(row + step) = (t[i][1] - t[i][2]) * 0.5f;
      at(row + 2 * step) = (t[i][1] + t[i][2]) * 0.5f + t[i][3];
    }
  }
}

#if defined(__x86_64__)
#pragma GCC pop_options
#endif

/// Where the tiles of a chunk lie.
struct Tiles {
  const Shape& shape;
  std::size_t first, count;  ///< count: real ones
  std::size_t padded;        ///< count, rounded up to whole steps of rows

  Tiles(const Shape& s, std::size_t chunk)
      : shape(s),
        first(chunk * s.chunk_tiles()),
        count(std::min(s.chunk_tiles(), s.tiles() - first)),
        padded((count + kRowStep - 1) / kRowStep * kRowStep) {}

  struct Place {
    std::size_t picture, row, column;  ///< row and column of the tile's first output
  };

  Place place(std::size_t i) const {
    const std::size_t tile = first + i, columns = shape.tile_columns();
    return {tile / (columns * shape.tile_rows()), tile / columns % shape.tile_rows() * 2,
            tile % columns * 2};
  }
};

/// V: the transformed inputs of a chunk, [element][padded tiles][inputs.count].
void transform_inputs(const Tiles& tiles, Inputs inputs, const float* x, Scratch& scratch) {
  const Shape& s = tiles.shape;
  const std::size_t channels = inputs.count, step = tiles.padded * channels;
  scratch.inputs.resize(kElements * step);
  scratch.zeros.resize(std::max(s.in, s.out));
  for (std::size_t i = 0; i < tiles.count; ++i) {
    const Tiles::Place place = tiles.place(i);
    std::array<const float*, 16> pixels;
    for (std::size_t p = 0; p < 16; ++p) {
      const std::size_t row = place.row + p / 4, column = place.column + p % 4;  // one too many
      const bool inside = row >= 1 && row <= s.height && column >= 1 && column <= s.width;
      const std::size_t pixel = (place.picture * s.height + row - 1) * s.width + column - 1;
      pixels[p] = inside ? x + pixel * s.in + inputs.first : scratch.zeros.data();
    }
    transform_input(pixels, channels, scratch.inputs.data() + i * channels, step);
  }
  for (std::size_t e = 0; e < kElements; ++e) {
    float* rest = scratch.inputs.data() + e * step;
    std::fill(rest + tiles.count * channels, rest + step, 0.0f);
  }
}

/// The pixels of a tile's outputs; `beyond` for those that the picture does not have.
template <class Float>
std::array<Float*, 4> output_pixels(const Tiles& tiles, std::size_t i, Float* y, Float* beyond) {
  const Shape& s = tiles.shape;
  const Tiles::Place place = tiles.place(i);
  std::array<Float*, 4> pixels;
  for (std::size_t p = 0; p < 4; ++p) {
    const std::size_t row = place.row + p / 2, column = place.column + p % 2;
    const bool inside = row < s.height && column < s.width;
    pixels[p] =
        inside ? y + ((place.picture * s.height + row) * s.width + column) * s.out : beyond;
  }
  return pixels;
}

}  // namespace

std::size_t Shape::chunk_tiles() const {
  constexpr std::size_t kFloats = 256 * 1024;  // of transformed inputs and outputs: 1 MB
  const std::size_t fitting = kFloats / (kElements * (in + out));
  return std::clamp<std::size_t>(fitting / kRowStep, 22, 42) * kRowStep;
}

bool suits(std::size_t in, std::size_t out) { return in % kPanel == 0 && out % kPanel == 0; }

void transform_kernel(const Shape& shape, const Kernel& kernel, std::size_t first, std::size_t last,
                      float* transformed) {
  for (std::size_t out = first; out < last; out += kPanel) {
    for (std::size_t in = 0; in < shape.in; ++in) {
      transform_taps(kernel, kernel.values + in * kernel.in + out,
                     transformed + out * shape.in + in * kPanel, shape.in * shape.out);
    }
  }
}

void convolve_chunk(const Shape& shape, const float* x, const float* kernel, std::size_t chunk,
                    float* y, Scratch& scratch) {
  const Tiles tiles(shape, chunk);
  transform_inputs(tiles, {0, shape.in}, x, scratch);
  const std::size_t step = tiles.padded * shape.out;
  scratch.outputs.resize(kElements * step);
  for (std::size_t e = 0; e < kElements; ++e) {
    for (std::size_t out = 0; out < shape.out; out += kPanel) {
      multiply({.a = scratch.inputs.data() + e * tiles.padded * shape.in,
                .a_row = shape.in,
                .a_depth = 1,
                .b = kernel + e * shape.in * shape.out + out * shape.in,
                .b_depth = kPanel,
                .c = scratch.outputs.data() + e * step + out,
                .c_row = shape.out,
                .depth = shape.in,
                .add = false},
               tiles.padded);
    }
  }
  for (std::size_t i = 0; i < tiles.count; ++i) {
    transform_output(scratch.outputs.data() + i * shape.out, step, shape.out,
                     output_pixels<float>(tiles, i, y, nullptr));
  }
}

void add_kernel_gradient(const Shape& shape, Inputs inputs, const float* x, const float* y_gradient,
                         std::size_t chunk, float* gradient, Scratch& scratch) {
  const Tiles tiles(shape, chunk);
  transform_inputs(tiles, inputs, x, scratch);
  const std::size_t step = tiles.padded * shape.out;
  scratch.outputs.resize(kElements * step);
  for (std::size_t i = 0; i < tiles.count; ++i) {
    const float* beyond = scratch.zeros.data();
    transform_gradient(output_pixels(tiles, i, y_gradient, beyond), shape.out,
                       scratch.outputs.data() + i * shape.out, step);
  }
  for (std::size_t e = 0; e < kElements; ++e) {
    for (std::size_t out = 0; out < shape.out; out += kPanel) {
      multiply({.a = scratch.inputs.data() + e * tiles.padded * inputs.count,
                .a_row = 1,
                .a_depth = inputs.count,
                .b = scratch.outputs.data() + e * step + out,
                .b_depth = shape.out,
                .c = gradient + e * inputs.count * shape.out + out,
                .c_row = shape.out,
                .depth = tiles.count,
                .add = true},
               inputs.count);
    }
  }
}

void kernel_gradient(const Shape& shape, Inputs inputs, std::span<const std::vector<float>> parts,
                     float* gradient) {
  for (std::size_t i = 0; i < inputs.count; ++i) {
    transform_back(parts, i * shape.out, inputs.count * shape.out, shape.out,
                   gradient + (inputs.first + i) * shape.out, shape.in * shape.out);
  }
}

}  // namespace llcodes::winograd
