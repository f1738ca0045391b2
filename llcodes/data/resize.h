// Resizing by area averaging: each pixel of the result is the mean of the source pixels it covers,
// partly covered ones by their share. Enlarging repeats pixels with mixed borders. No ringing, no
// aliasing, exact for whole-number factors.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace llcodes {

struct PlaneSize {
  int height = 0;
  int width = 0;

  std::size_t pixels() const {
    return static_cast<std::size_t>(height) * static_cast<std::size_t>(width);
  }
};

/// Resizes planes of one size to another; the weights are computed once. Concurrent calls are safe.
class PlaneResizer {
 public:
  /// Throws std::invalid_argument unless all sides are positive.
  PlaneResizer(PlaneSize from, PlaneSize to);

  /// `source` and `target` are 8-bit planes, row-major, of the two sizes.
  void resize(std::span<const std::uint8_t> source, std::span<std::uint8_t> target) const;

 private:
  /// The source pixels [first, first + weights.size()) that make one pixel of the result.
  struct Coverage {
    std::size_t first = 0;
    std::vector<float> weights;  // sum 1
  };
  static std::vector<Coverage> cover(int from, int to);

  PlaneSize from_, to_;
  std::vector<Coverage> rows_, columns_;
};

/// One plane, once.
std::vector<std::uint8_t> resize_plane(std::span<const std::uint8_t> pixels, PlaneSize from,
                                       PlaneSize to);

}  // namespace llcodes
