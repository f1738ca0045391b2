// 3x3 convolutions with stride 1 and padding 1 by Winograd's F(2x2, 3x3), channels innermost.
//
// A tile of 4x4 inputs gives 2x2 outputs with 16 multiplications a pair of channels instead of 36
// (Lavin and Gray, Fast Algorithms for Convolutional Neural Networks, 2016):
//
//     Y = A^T [ (G g G^T) . (B^T d B) ] A        g kernel, d tile of the input, . elementwise
//
// Each of the 16 elements is a matrix product over channels, [tiles, in] x [in, out]. Tiles go
// through in chunks that stay in the cache. The gradients are convolutions of the same kind, or
// products of the same transforms: with D = A dY A^T, dU = sum over tiles of V^T D.
//
// Raw pointers and no libtorch: convolution.cpp has the tensors and the threads.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace llcodes::winograd {

constexpr std::size_t kElements = 16;  ///< of a transformed tile
constexpr std::size_t kPanel = 16;     ///< output channels that one step of a product computes
constexpr std::size_t kRowStep = 6;    ///< rows of it

struct Shape {
  std::size_t pictures, height, width, in, out;

  std::size_t tile_rows() const { return (height + 1) / 2; }
  std::size_t tile_columns() const { return (width + 1) / 2; }
  std::size_t tiles() const { return pictures * tile_rows() * tile_columns(); }
  /// Tiles of a chunk, a multiple of kRowStep.
  std::size_t chunk_tiles() const;
  std::size_t chunks() const { return (tiles() + chunk_tiles() - 1) / chunk_tiles(); }
  std::size_t kernel_size() const { return kElements * in * out; }
};

/// Whether the channels fit the panels.
bool suits(std::size_t in, std::size_t out);

/// A kernel seen as [row][column][in][out] with outputs side by side; strides in floats. `turned`
/// by half a turn, as the gradient of the input needs it.
struct Kernel {
  const float* values;
  std::size_t row, column, in;
  bool turned = false;
};

/// U = G g G^T of the output channels [first, last), multiples of kPanel, as [element][panel of
/// outputs][in][kPanel] in `transformed` (kernel_size() floats).
void transform_kernel(const Shape& shape, const Kernel& kernel, std::size_t first, std::size_t last,
                      float* transformed);

/// Work space of one thread.
struct Scratch {
  std::vector<float> inputs, outputs;  ///< transformed tiles of a chunk
  std::vector<float> zeros;            ///< a pixel beyond the border
};

/// y of the tiles of one chunk; x [pictures, height, width, in], y [pictures, height, width, out].
void convolve_chunk(const Shape& shape, const float* x, const float* transformed, std::size_t chunk,
                    float* y, Scratch& scratch);

/// Some of the input channels, a multiple of 8.
struct Inputs {
  std::size_t first, count;
};

/// Adds what the tiles of one chunk give to dU of these inputs, [element][inputs.count][out].
void add_kernel_gradient(const Shape& shape, Inputs inputs, const float* x, const float* y_gradient,
                         std::size_t chunk, float* gradient, Scratch& scratch);

/// dg = G^T dU G of these inputs, dU the sum of the parts; dg is [row][column][in][out].
void kernel_gradient(const Shape& shape, Inputs inputs, std::span<const std::vector<float>> parts,
                     float* gradient);

}  // namespace llcodes::winograd
