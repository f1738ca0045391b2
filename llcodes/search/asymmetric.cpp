#include "llcodes/search/asymmetric.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

/// Cost of each value of one byte, from at most eight projections.
std::array<double, 256> byte_costs(std::span<const float> projection) {
  std::array<double, 8> costs = {};
  unsigned signs = 0;  // sign(0) = +1
  for (std::size_t bit = 0; bit < projection.size(); ++bit) {
    costs[bit] = std::abs(static_cast<double>(projection[bit]));
    signs |= unsigned{projection[bit] >= 0} << bit;
  }
  std::array<double, 256> of_differing = {};  // by the set of differing bits
  for (unsigned bits = 1; bits < 256; ++bits) {
    const auto lowest = static_cast<std::size_t>(std::countr_zero(bits));
    of_differing[bits] = of_differing[bits & (bits - 1)] + costs[lowest];
  }
  std::array<double, 256> of_value;
  for (unsigned value = 0; value < 256; ++value) of_value[value] = of_differing[value ^ signs];
  return of_value;
}

}  // namespace

AsymmetricDistance::AsymmetricDistance(std::span<const float> projection)
    : num_bits_(static_cast<int>(std::min<std::size_t>(projection.size(), kMaxBits + 1))) {
  check_num_bits(num_bits_);
  for (std::size_t bit = 0; bit < projection.size(); ++bit) {
    if (std::isfinite(projection[bit])) continue;
    throw std::invalid_argument("asymmetric distance: the projection of bit " +
                                std::to_string(bit) + " is " + std::to_string(projection[bit]) +
                                ", expected a finite number");
  }
  for (std::size_t begin = 0; begin < projection.size(); begin += 8) {
    const std::size_t count = std::min<std::size_t>(8, projection.size() - begin);
    tables_.push_back(byte_costs(projection.subspan(begin, count)));
  }
}

double AsymmetricDistance::operator()(CodeView code) const {
  double cost = 0;
  for (std::size_t byte = 0; byte < tables_.size(); ++byte) {
    cost += tables_[byte][code[byte / 8] >> byte % 8 * 8 & 0xFF];
  }
  return cost;
}

}  // namespace llcodes
