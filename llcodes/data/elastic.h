// Smooth local displacements: a 4x4 grid of random vectors over the picture, interpolated
// cubically. It bends strokes the way different hands do, which no affine map can.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "llcodes/core/random.h"
#include "llcodes/data/dataset.h"

namespace llcodes {

/// Weights of four grid nodes, spread from the first to the last pixel of a side, at every pixel.
class CubicWeights {
 public:
  static constexpr int kNodes = 4;

  /// Does nothing if the side is the one it has.
  void assign(int side);
  std::span<const float> of_node(int node) const {
    return weights_[static_cast<std::size_t>(node)];
  }

 private:
  std::array<std::vector<float>, kNodes> weights_;  // [node][pixel]
};

class ElasticField {
 public:
  /// Draws displacements of up to `largest` pixels at each node; reuses memory.
  void draw(const InputShape& shape, double largest, Random& random);

  /// Adds the displacements of a row to the places of its pixels; each span has `width` places.
  void add_to_row(int row, std::span<float> x, std::span<float> y) const;

 private:
  using Grid = std::array<std::array<float, CubicWeights::kNodes>, CubicWeights::kNodes>;
  void add(const Grid& grid, int row, std::span<float> places) const;

  Grid x_{}, y_{};
  CubicWeights across_, down_;
};

}  // namespace llcodes
