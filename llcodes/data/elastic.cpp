#include "llcodes/data/elastic.h"

#include <algorithm>

namespace llcodes {
namespace {

/// Catmull-Rom weights of the nodes before, at, after and two after a place `t` (0 ... 1) between
/// the second and the third.
std::array<float, 4> catmull_rom(float t) {
  const float t2 = t * t, t3 = t2 * t;
  return {(-t3 + 2 * t2 - t) / 2, (3 * t3 - 5 * t2 + 2) / 2, (-3 * t3 + 4 * t2 + t) / 2,
          (t3 - t2) / 2};
}

}  // namespace

void CubicWeights::assign(int side) {
  if (weights_[0].size() == static_cast<std::size_t>(side)) return;
  for (auto& weights : weights_) weights.assign(static_cast<std::size_t>(side), 0.0f);
  for (int pixel = 0; pixel < side; ++pixel) {
    const float at =
        side > 1 ? static_cast<float>(pixel * (kNodes - 1)) / static_cast<float>(side - 1) : 0;
    const int node = std::min(static_cast<int>(at), kNodes - 2);
    const auto weights = catmull_rom(at - static_cast<float>(node));
    for (int i = 0; i < 4; ++i) {
      const int clamped = std::clamp(node - 1 + i, 0, kNodes - 1);
      weights_[static_cast<std::size_t>(clamped)][static_cast<std::size_t>(pixel)] +=
          weights[static_cast<std::size_t>(i)];
    }
  }
}

void ElasticField::draw(const InputShape& shape, double largest, Random& random) {
  across_.assign(shape.width);
  down_.assign(shape.height);
  for (Grid* grid : {&x_, &y_}) {
    for (auto& nodes : *grid) {
      for (float& node : nodes) node = static_cast<float>(random.uniform(-1, 1) * largest);
    }
  }
}

void ElasticField::add_to_row(int row, std::span<float> x, std::span<float> y) const {
  add(x_, row, x);
  add(y_, row, y);
}

/// First down the grid to four values for this row, then across.
void ElasticField::add(const Grid& grid, int row, std::span<float> places) const {
  std::array<float, CubicWeights::kNodes> values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    const float weight = down_.of_node(static_cast<int>(i))[static_cast<std::size_t>(row)];
    for (std::size_t j = 0; j < values.size(); ++j) values[j] += weight * grid[i][j];
  }
  const auto w0 = across_.of_node(0), w1 = across_.of_node(1), w2 = across_.of_node(2),
             w3 = across_.of_node(3);
  for (std::size_t c = 0; c < places.size(); ++c) {
    places[c] += values[0] * w0[c] + values[1] * w1[c] + values[2] * w2[c] + values[3] * w3[c];
  }
}

}  // namespace llcodes
