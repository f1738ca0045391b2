#include "llcodes/core/random.h"

#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace llcodes {

double Random::normal() {
  const double radius = std::sqrt(-2 * std::log(1 - uniform()));  // 1 - u lies in (0, 1]
  return radius * std::cos(2 * std::numbers::pi * uniform());
}

std::vector<std::uint32_t> permutation(std::size_t n, std::uint64_t seed, std::uint64_t epoch) {
  if (n > std::numeric_limits<std::uint32_t>::max()) {
    throw std::invalid_argument("permutation of " + std::to_string(n) +
                                " items: expected fewer than 2^32");
  }
  std::vector<std::uint32_t> order(n);
  std::iota(order.begin(), order.end(), 0u);
  Random random(seed, epoch, n);
  for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
  return order;
}

}  // namespace llcodes
