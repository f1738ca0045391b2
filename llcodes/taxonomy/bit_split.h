// What one bit of the codes means: the classes on either side, and the instances sorted by how sure
// the network is of the bit (the paper's figure of bit splits).
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"

namespace llcodes {

/// One side of a bit.
struct BitSide {
  std::vector<std::int32_t> classes;     ///< whose code has this value, by mean confidence
  std::vector<std::uint32_t> instances;  ///< whose code has this value, surest first
};

struct BitSplit {
  int bit = 0;
  BitSide minus, plus;
  std::optional<double> right;  ///< share of labelled instances whose bit is their class's
};

/// Confidence is |z_bit|; without projections all are equally sure. Ties stay in order. A class's
/// confidence is the mean of z_bit over its instances, towards its side; classes without instances
/// come last in label order. Throws std::invalid_argument if the bit is out of range.
BitSplit split_by_bit(const Codebook& codebook, const EncodedSet& set, int bit);

}  // namespace llcodes
