#include "llcodes/nn/norm_kernels.h"

#include <algorithm>

#include "llcodes/core/vectorised.h"

namespace llcodes {
namespace {

/// By value: a load that only one side of a condition needs would keep the loop from being
/// vectorised.
inline float pass_if(bool condition, float value) { return condition ? value : 0; }

}  // namespace

LLCODES_VECTORISED
void block_moments(RowBlock block, const float* __restrict x, float* __restrict sum,
                   float* __restrict squares) {
  const std::size_t channels = block.channels;
  std::fill_n(sum, channels, 0.0f);
  std::fill_n(squares, channels, 0.0f);
  for (std::size_t row = 0; row < block.rows; ++row) {
    const float* values = x + row * channels;
    for (std::size_t c = 0; c < channels; ++c) sum[c] += values[c];
  }
  const float share = 1.0f / static_cast<float>(block.rows);
  for (std::size_t row = 0; row < block.rows; ++row) {
    const float* values = x + row * channels;
    for (std::size_t c = 0; c < channels; ++c) {
      const float difference = values[c] - sum[c] * share;
      squares[c] += difference * difference;
    }
  }
}

LLCODES_VECTORISED
void scale_shift_relu(RowBlock block, const float* __restrict x, const float* __restrict residual,
                      const float* __restrict scale, const float* __restrict shift,
                      float* __restrict y) {
  const std::size_t channels = block.channels;
  for (std::size_t row = 0; row < block.rows; ++row) {
    const float* values = x + row * channels;
    float* out = y + row * channels;
    if (residual == nullptr) {
      for (std::size_t c = 0; c < channels; ++c) {
        const float value = values[c] * scale[c] + shift[c];
        out[c] = value < 0 ? 0 : value;  // keeps NaN
      }
    } else {
      const float* more = residual + row * channels;
      for (std::size_t c = 0; c < channels; ++c) {
        const float value = values[c] * scale[c] + shift[c] + more[c];
        out[c] = value < 0 ? 0 : value;
      }
    }
  }
}

LLCODES_VECTORISED
void gradient_sums(RowBlock block, const float* __restrict gradient, const float* __restrict y,
                   const float* __restrict x, const float* __restrict mean, float* __restrict sum_g,
                   float* __restrict sum_gx) {
  const std::size_t channels = block.channels;
  std::fill_n(sum_g, channels, 0.0f);
  std::fill_n(sum_gx, channels, 0.0f);
  for (std::size_t i = 0; i < block.rows * channels; i += channels) {
    for (std::size_t c = 0; c < channels; ++c) {
      const float g = pass_if(y[i + c] > 0, gradient[i + c]);
      sum_g[c] += g;
      sum_gx[c] += g * (x[i + c] - mean[c]);
    }
  }
}

LLCODES_VECTORISED
void input_gradient(RowBlock block, const float* __restrict gradient, const float* __restrict y,
                    const float* __restrict x, const float* __restrict a, const float* __restrict b,
                    const float* __restrict c, float* __restrict dx, float* __restrict g) {
  const std::size_t channels = block.channels;
  for (std::size_t i = 0; i < block.rows * channels; i += channels) {
    if (g == nullptr) {
      for (std::size_t j = 0; j < channels; ++j) {
        const float masked = pass_if(y[i + j] > 0, gradient[i + j]);
        dx[i + j] = a[j] * masked + b[j] * x[i + j] + c[j];
      }
    } else {
      for (std::size_t j = 0; j < channels; ++j) {
        const float masked = pass_if(y[i + j] > 0, gradient[i + j]);
        g[i + j] = masked;
        dx[i + j] = a[j] * masked + b[j] * x[i + j] + c[j];
      }
    }
  }
}

}  // namespace llcodes
