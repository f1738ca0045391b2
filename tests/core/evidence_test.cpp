#include "llcodes/core/evidence.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

TEST(Evidence, IsAProductOfPowers) {
  const Signs signs{.energy = 8, .resemblance = 0.81, .clarity = 0.25};
  EXPECT_NEAR(evidence_of(signs, {}), std::sqrt(8 * 0.81), 1e-12);
  EXPECT_NEAR(evidence_of(signs, {1, 0, 0}), 8, 1e-12);
  EXPECT_NEAR(evidence_of(signs, {1.0 / 3, 0.5, 0.5}), 2 * 0.9 * 0.5, 1e-12);
  EXPECT_EQ(evidence_of({2, 0, 1}, {}), 0) << "looks like another class";
  EXPECT_EQ(evidence_of({1, 1, 0.9}, {}), 1) << "an exponent of 0: that sign does not count";
}

TEST(Evidence, IsClearWhereTheRunnersUpClaimLittle) {
  EXPECT_EQ(clarity_of(std::vector<float>{}), 1);
  EXPECT_EQ(clarity_of(std::vector<float>{7, 5}), 1) << "there is no runner-up";
  EXPECT_NEAR(clarity_of(std::vector<float>{7, std::log(3.0F), 5}), 0.25, 1e-6);
  EXPECT_NEAR(clarity_of(std::vector<float>{1, 9, -1, 8}), 0.5, 1e-6) << "the mean of both";
  std::vector<float> many(40, -50);  // of which no more than ten count, and none twice
  for (std::size_t i = 0; i < 12; ++i) many[3 * i] = i < 2 ? 9 : std::log(4.0F);
  EXPECT_NEAR(clarity_of(many), 0.2, 1e-6);
}

/// 500 instances whose signs lie around the typical ones.
std::vector<Signs> draw(std::uint64_t seed, const Signs& typical) {
  std::vector<Signs> signs;
  for (std::uint64_t i = 0; i < 500; ++i) {
    Random random(seed, 0, i);
    const auto around = [&](double middle) { return middle * std::exp(random.uniform() - 0.5); };
    signs.push_back({around(typical.energy), around(typical.resemblance), around(typical.clarity)});
  }
  return signs;
}

TEST(Evidence, LearnsWhichSignTells) {
  const std::vector<Signs> known = draw(1, {2, 0.5, 0.5});
  const Exponents by_energy = telling_exponents(known, draw(2, {1.4, 0.5, 0.5}));
  EXPECT_GT(by_energy.energy, 0.8);
  const Exponents by_resemblance = telling_exponents(known, draw(2, {2, 0.35, 0.5}));
  EXPECT_GT(by_resemblance.resemblance, 0.8);
  const Exponents both = telling_exponents(known, draw(2, {1.4, 0.35, 0.5}));
  EXPECT_NEAR(both.energy, 0.5, 0.1);
  EXPECT_NEAR(both.resemblance, 0.5, 0.1);
  const Exponents by_clarity = telling_exponents(known, draw(2, {4, 0.9, 0.3}));
  EXPECT_EQ(by_clarity, (Exponents{0, 0, 1})) << "strangers have more of the others";
  const Exponents all = telling_exponents(known, draw(2, {1.4, 0.35, 0.35}));
  EXPECT_NEAR(all.clarity, 0.5, 0.1) << "as much as each of the others";
  for (const Exponents& found : {by_energy, by_resemblance, both, all}) {
    EXPECT_NEAR(found.energy + found.resemblance, 1, 1e-9);
    EXPECT_GE(std::min({found.energy, found.resemblance, found.clarity}), 0);
  }
}

/// No choice of exponents on a grid tells known from strangers with a smaller loss: here by the
/// share of pairs in the right order, which follows it closely.
TEST(Evidence, IsAsGoodAsTheBestOfAGrid) {
  const std::vector<Signs> known = draw(3, {2, 0.5, 0.5}), strangers = draw(4, {1.8, 0.4, 0.45});
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
  const std::vector<Signs> known = draw(1, {2, 0.5, 0.5});
  EXPECT_EQ(telling_exponents(known, {}), Exponents{});
  EXPECT_EQ(telling_exponents({}, known), Exponents{});
  EXPECT_EQ(telling_exponents(known, draw(2, {4, 0.9, 0.9})), Exponents{})
      << "strangers have more of every sign";
}

TEST(Evidence, StaysFiniteWhereBothSidesCanBeParted) {
  const std::vector<Signs> known(10, Signs{3, 0.9, 0.9}), strangers(10, Signs{0, 0, 0});
  const Exponents found = telling_exponents(known, strangers);
  EXPECT_NEAR(found.energy + found.resemblance, 1, 1e-9);
}

}  // namespace
}  // namespace llcodes
