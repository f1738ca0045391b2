#include "llcodes/core/random.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace llcodes {
namespace {

TEST(Random, TheKeysDetermineTheDraws) {
  Random a(1, 2, 3), b(1, 2, 3), c(1, 2, 4), d(1, 3, 3), e(2, 2, 3);
  const std::uint64_t first = a.next();
  EXPECT_EQ(first, b.next());
  EXPECT_NE(first, c.next());
  EXPECT_NE(first, d.next());
  EXPECT_NE(first, e.next());
}

TEST(Random, UniformAndNormalHaveTheirMoments) {
  Random random(7, 0, 0);
  double sum = 0, normal_sum = 0, normal_squares = 0;
  constexpr int kDraws = 100000;
  for (int i = 0; i < kDraws; ++i) {
    const double u = random.uniform();
    EXPECT_GE(u, 0);
    EXPECT_LT(u, 1);
    sum += u;
    const double n = random.normal();
    EXPECT_TRUE(std::isfinite(n));
    normal_sum += n;
    normal_squares += n * n;
  }
  EXPECT_NEAR(sum / kDraws, 0.5, 0.005);
  EXPECT_NEAR(normal_sum / kDraws, 0, 0.015);
  EXPECT_NEAR(normal_squares / kDraws, 1, 0.02);
}

TEST(Random, BelowStaysBelow) {
  Random random(9, 0, 0);
  std::vector<int> counts(6);
  for (int i = 0; i < 60000; ++i) ++counts[random.below(6)];
  for (const int count : counts) EXPECT_NEAR(count, 10000, 500);
}

TEST(Permutation, HoldsEveryIndexOnceAndDependsOnTheEpoch) {
  for (const std::size_t n : {0u, 1u, 2u, 1000u}) {
    std::vector<std::uint32_t> order = permutation(n, 5, 1);
    EXPECT_EQ(order, permutation(n, 5, 1));
    EXPECT_EQ(order != permutation(n, 5, 2), n > 2);
    std::sort(order.begin(), order.end());
    std::vector<std::uint32_t> all(n);
    std::iota(all.begin(), all.end(), 0u);
    EXPECT_EQ(order, all);
  }
}

// Resuming depends on the generator staying as it is.
TEST(Random, MixIsSplitmix64) {
  EXPECT_EQ(mix(0), 0xE220A8397B1DCDAFull);  // Vigna's splitmix64.c: first output for seed 0
}

}  // namespace
}  // namespace llcodes
