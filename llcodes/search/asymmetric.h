// Asymmetric distance: the query keeps its real-valued projection z, the stored codes are binary.
//
// A code that differs from sign(z) in some bits costs the sum of |z_j| over them: Hamming distance in
// which a bit counts as much as the query is sure of it. It orders codes as -<c, z> does, which is
// soft decoding applied to search. One table of 256 sums for every eight bits makes it a few loads a
// code.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

class AsymmetricDistance {
 public:
  /// One value a bit. Throws std::invalid_argument if one is not finite or there are none or too
  /// many.
  explicit AsymmetricDistance(std::span<const float> projection);

  int num_bits() const { return num_bits_; }
  /// The code must have as many bits as the projection.
  double operator()(CodeView code) const;

 private:
  int num_bits_;
  std::vector<std::array<double, 256>> tables_;  ///< [byte of the code][value of the byte]
};

}  // namespace llcodes
