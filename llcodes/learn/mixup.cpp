#include "llcodes/learn/mixup.h"

#include <cmath>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

/// Jöhnk's rejection method.
double draw_beta(double a, Random& random) {
  while (true) {
    const double x = std::pow(random.uniform(), 1 / a), y = std::pow(random.uniform(), 1 / a);
    if (x + y <= 1 && x + y > 0) return x / (x + y);
  }
}

}  // namespace

Mixture draw_mixture(double a, std::int64_t batch_size, std::uint64_t key) {
  constexpr std::uint64_t kShare = 11, kPartners = 12;
  Random random(key, kShare, 0);
  Mixture mixture{draw_beta(a, random), torch::empty({batch_size}, torch::kInt64)};
  const auto order = permutation(static_cast<std::size_t>(batch_size), key, kPartners);
  std::copy(order.begin(), order.end(), mixture.partners.data_ptr<std::int64_t>());
  return mixture;
}

}  // namespace llcodes
