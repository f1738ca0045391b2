// Loops of batch norm with relu over a block of rows, channels innermost.
//
// Plain loops that the compiler turns into vector code for several instruction sets; the right one
// is taken at run time. Arrays that are written must not overlap others.
#pragma once

#include <cstddef>

namespace llcodes {

/// `rows` x `channels` floats, row-major. Several blocks of a tensor are worked on in parallel.
struct RowBlock {
  std::size_t rows;
  std::size_t channels;
};

/// Sum, and sum of squared differences from the block's own mean, of every channel.
void block_moments(RowBlock block, const float* x, float* sum, float* squares);

/// y = max(0, scale x + shift + residual); `residual` may be null.
void scale_shift_relu(RowBlock block, const float* x, const float* residual, const float* scale,
                      const float* shift, float* y);

/// Of g = gradient where y > 0, else 0: the sums of g and of g (x - mean) of every channel.
void gradient_sums(RowBlock block, const float* gradient, const float* y, const float* x,
                   const float* mean, float* sum_g, float* sum_gx);

/// dx = a g + b x + c, with the same g; also stores g itself unless `g` is null.
void input_gradient(RowBlock block, const float* gradient, const float* y, const float* x,
                    const float* a, const float* b, const float* c, float* dx, float* g);

}  // namespace llcodes
