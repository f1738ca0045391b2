// Binary linear codes: words that are far apart by construction.
//
// Extended BCH codes (of which Hamming's and the first Reed-Muller codes are members) and Golay's
// code, cut to any length by shortening (-1 bit, -1 dimension, distance kept) and puncturing (-1
// bit, distance at most -1). For 1000 classes at 20 bits that gives distance 6, where random words
// have 1.
#pragma once

#include <cstddef>

#include "llcodes/core/code.h"

namespace llcodes {

/// The sums (exclusive or) of the rows of a generator.
class LinearCode {
 public:
  /// Rows must be linearly independent, at most 20. Throws std::invalid_argument.
  explicit LinearCode(Codes generator);

  int num_bits() const { return generator_.num_bits(); }
  int dimension() const { return static_cast<int>(generator_.size()); }

  /// All 2^dimension words; word i is the sum of the rows at the set bits of i's Gray code.
  Codes words() const;
  /// Smallest distance of two words, by going through all of them.
  int min_distance() const;

 private:
  Codes generator_;
};

/// The code of that length and dimension with the largest distance among the families above.
/// Throws std::invalid_argument unless 1 <= dimension <= min(num_bits, 20).
LinearCode best_linear_code(int num_bits, int dimension);

}  // namespace llcodes
