#include "llcodes/eval/detection.h"

#include <cmath>
#include <limits>

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Three known and two OOD instances, one tie across the border: by hand.
//   strangeness   3: ood   2: ood, known   1: known, known
const Strangeness kSmall = {{2, 1, 1}, {3, 2}};

TEST(Detection, HandComputedSeparation) {
  const Separation ood = measure_separation(kSmall, Positive::kOod);
  EXPECT_DOUBLE_EQ(ood.auroc, (3 + 2.5) / 6);           // pairs won, a tie one half
  EXPECT_DOUBLE_EQ(ood.aupr, 0.5 * 1 + 0.5 * 2.0 / 3);  // precision 1, then 2 of 3
  EXPECT_DOUBLE_EQ(ood.fpr95, 1.0 / 3);                 // both caught, one known with them
  const Separation known = measure_separation(kSmall, Positive::kKnown);
  EXPECT_DOUBLE_EQ(known.auroc, ood.auroc);
  EXPECT_DOUBLE_EQ(known.aupr, 2.0 / 3 * 1 + 1.0 / 3 * 3 / 4);
  EXPECT_DOUBLE_EQ(known.fpr95, 0.5);
}

TEST(Detection, AllTiedIsChance) {
  const Separation tied = measure_separation({{1, 1, 1}, {1}}, Positive::kOod);
  EXPECT_DOUBLE_EQ(tied.auroc, 0.5);
  EXPECT_DOUBLE_EQ(tied.aupr, 0.25);
  EXPECT_DOUBLE_EQ(tied.fpr95, 1);
}

TEST(Detection, EqualsTheDoubleLoopOnRandomTies) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed, 0, 0);
    Strangeness both;
    for (int i = 0; i < 60; ++i) both.known.push_back(static_cast<double>(random.below(8)));
    for (int i = 0; i < 40; ++i) both.ood.push_back(static_cast<double>(2 + random.below(8)));
    double won = 0;
    for (const double known : both.known) {
      for (const double ood : both.ood) won += ood > known ? 1 : ood == known ? 0.5 : 0;
    }
    EXPECT_NEAR(measure_separation(both, Positive::kOod).auroc, won / 2400, 1e-12);
    EXPECT_NEAR(measure_separation(both, Positive::kKnown).auroc, won / 2400, 1e-12);
  }
}

TEST(Detection, F1CountsTheStatedRatioAndClass) {
  const Rejection rejection{.known = 0.1, .ood = 0.8};
  // 5 known to 1 OOD: 0.8 hits, 0.2 misses, 0.5 false alarms.
  EXPECT_DOUBLE_EQ(f1_of(rejection, {.ratio = 5}), 1.6 / (1.6 + 0.2 + 0.5));
  EXPECT_DOUBLE_EQ(f1_of(rejection, {5, Positive::kKnown}), 9.0 / (9.0 + 0.5 + 0.2));
  EXPECT_EQ(f1_of({0, 0}, {.ratio = 5}), 0);
}

TEST(Detection, RejectsOnlyAboveTheThreshold) {
  const Rejection rejection = reject_above(kSmall, 2);
  EXPECT_DOUBLE_EQ(rejection.known, 0);
  EXPECT_DOUBLE_EQ(rejection.ood, 0.5);
}

TEST(Detection, BestF1ThresholdBeatsEveryOther) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    Random random(seed, 1, 0);
    Strangeness both;
    for (int i = 0; i < 50; ++i) both.known.push_back(static_cast<double>(random.below(10)));
    for (int i = 0; i < 20; ++i) both.ood.push_back(static_cast<double>(3 + random.below(10)));
    for (const Positive positive : {Positive::kOod, Positive::kKnown}) {
      const F1Options options{2.5, positive};
      const double best = f1_of(reject_above(both, best_f1_threshold(both, options)), options);
      for (double threshold = -1; threshold <= 14; threshold += 0.5) {
        EXPECT_LE(f1_of(reject_above(both, threshold), options), best + 1e-12);
      }
    }
  }
}

TEST(Detection, BestF1ThresholdRejectsFewestOfEqualOnes) {
  EXPECT_EQ(best_f1_threshold({{5}, {1}}, {.ratio = 1}), -kInfinity) << "rejecting all is best";
  EXPECT_EQ(best_f1_threshold({{5}, {1}}, {1, Positive::kKnown}), kInfinity);
}

TEST(Detection, QuantileKeepsAtLeastTheShare) {
  const std::vector<double> known = {5, 1, 4, 2, 3, 3, 3, 3, 3, 10};
  EXPECT_EQ(quantile_threshold(known, 0.9), 5);
  EXPECT_EQ(quantile_threshold(known, 0.8), 4);
  EXPECT_EQ(quantile_threshold(known, 0.75), 4);
  EXPECT_EQ(quantile_threshold(known, 0.5), 3);
  EXPECT_EQ(quantile_threshold(known, 1), 10);
  EXPECT_EQ(quantile_threshold(known, 0.0001), 1);
}

TEST(Detection, ConservativeThresholdIsMeanMinusOneDeviation) {
  const std::vector<double> ood = {1, 2, 3};  // mean 2, deviation of the sample 1
  EXPECT_DOUBLE_EQ(conservative_threshold(ood), 1);
}

TEST(Detection, WhatIsMissingIsSaid) {
  expect_contains(message_of<std::invalid_argument>([] {
                    measure_separation({{1}, {}}, Positive::kOod);
                  }),
                  {"1 known", "0 OOD"});
  expect_contains(message_of<std::invalid_argument>([] { quantile_threshold({}, 0.9); }),
                  {"no known instance"});
  const std::vector<double> one = {1};
  expect_contains(message_of<std::invalid_argument>([&] { quantile_threshold(one, 0); }),
                  {"share"});
  expect_contains(message_of<std::invalid_argument>([&] { conservative_threshold(one); }),
                  {"1 OOD samples"});
  expect_contains(message_of<std::invalid_argument>([] { positive_from_name("in"); }), {"'in'"});
}

}  // namespace
}  // namespace llcodes
