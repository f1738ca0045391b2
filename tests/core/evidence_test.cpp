#include "llcodes/core/evidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

TEST(Evidence, IsTheWeightedGeometricMean) {
  const Signs signs{.certainty = 0.25, .energy = 8, .resemblance = 0.81};
  EXPECT_NEAR(evidence_of(signs, {}), std::sqrt(0.25 * 0.81), 1e-12);
  EXPECT_NEAR(evidence_of(signs, {0, 1, 0}), 8, 1e-12);
  EXPECT_NEAR(evidence_of(signs, {0.5, 1.0 / 3, 0.5}), 0.5 * 2 * 0.9, 1e-12);
  EXPECT_EQ(evidence_of({1, 1, 0}, {}), 0) << "looks like another class";
  EXPECT_EQ(evidence_of({1, 0, 1}, {}), 1) << "an exponent of 0: that sign does not count";
}

/// 500 instances whose signs lie around the typical ones.
std::vector<Signs> draw(std::uint64_t seed, const Signs& typical) {
  std::vector<Signs> signs;
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(seed, 0, i);
    const auto around = [&](double middle) { return middle * std::exp(random.uniform() - 0.5); };
    signs.push_back(
        {around(typical.certainty), around(typical.energy), around(typical.resemblance)});
  }
  return signs;
}

TEST(Evidence, LearnsWhichSignTells) {
  const std::vector<Signs> known = draw(1, {0.5, 2, 0.5});
  const Exponents by_energy = telling_exponents(known, draw(2, {0.5, 1.4, 0.5}));
  EXPECT_GT(by_energy.energy, 0.8);
  const Exponents by_resemblance = telling_exponents(known, draw(2, {0.5, 2, 0.35}));
  EXPECT_GT(by_resemblance.resemblance, 0.8);
  const Exponents both = telling_exponents(known, draw(2, {0.35, 2, 0.35}));
  EXPECT_NEAR(both.certainty, 0.5, 0.1);
  EXPECT_NEAR(both.resemblance, 0.5, 0.1);
  for (const Exponents& found : {by_energy, by_resemblance, both}) {
    EXPECT_NEAR(found.certainty + found.energy + found.resemblance, 1, 1e-9);
    EXPECT_GE(std::min({found.certainty, found.energy, found.resemblance}), 0);
  }
}

/// No choice of exponents on a grid tells known from strangers with a smaller loss: here by the
/// share of pairs in the right order, which follows it closely.
TEST(Evidence, IsAsGoodAsTheBestOfAGrid) {
  const std::vector<Signs> known = draw(3, {0.5, 2, 0.5}), strangers = draw(4, {0.4, 1.8, 0.45});
  const auto right_order = [&](const Exponents& exponents) {
    double right = 0;
    for (const Signs& a : known) {
      for (const Signs& b : strangers) {
        right += evidence_of(a, exponents) > evidence_of(b, exponents);
      }
    }
    return right / static_cast<double>(known.size() * strangers.size());
  };
  const double found = right_order(telling_exponents(known, strangers));
  for (const double a : {0.0, 0.25, 0.5, 0.75, 1.0}) {
    for (double b = 0; a + b <= 1; b += 0.25) {
      EXPECT_GT(found, right_order({a, b, 1 - a - b}) - 0.01) << a << " " << b;
    }
  }
}

TEST(Evidence, KeepsTheDefaultWhereNothingTells) {
  const std::vector<Signs> known = draw(1, {0.5, 2, 0.5});
  EXPECT_EQ(telling_exponents(known, {}), Exponents{});
  EXPECT_EQ(telling_exponents({}, known), Exponents{});
  EXPECT_EQ(telling_exponents(known, draw(2, {0.9, 4, 0.9})), Exponents{})
      << "strangers have more of every sign";
}

TEST(Evidence, StaysFiniteWhereBothSidesCanBeParted) {
  const std::vector<Signs> known(10, Signs{0.9, 3, 0.9}), strangers(10, Signs{0, 0, 0});
  const Exponents found = telling_exponents(known, strangers);
  EXPECT_NEAR(found.certainty + found.energy + found.resemblance, 1, 1e-9);
}

}  // namespace
}  // namespace llcodes
