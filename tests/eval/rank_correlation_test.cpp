#include "llcodes/eval/rank_correlation.h"

#include <cmath>
#include <vector>

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;
using Floats = std::vector<float>;

TEST(RankCorrelation, TiesShareTheMeanRank) {
  EXPECT_EQ(ranks_of(Floats{10, 20, 10, 5}), (std::vector<double>{2.5, 4, 2.5, 1}));
}

TEST(RankCorrelation, HandComputed) {
  EXPECT_DOUBLE_EQ(spearman(Floats{1, 2, 3}, Floats{10, 200, 3000}), 1);
  EXPECT_DOUBLE_EQ(spearman(Floats{1, 2, 3}, Floats{3, 2, 1}), -1);
  // Ranks 1 2 3 4 and 2 1 4 3: 1 - 6 * 4 / (4 * 15).
  EXPECT_DOUBLE_EQ(spearman(Floats{1, 2, 3, 4}, Floats{2, 1, 4, 3}), 0.6);
  // Ranks 1 2.5 2.5 4 and 1 2 3 4: covariance 4.5 over sqrt(4.5 * 5).
  EXPECT_NEAR(spearman(Floats{1, 2, 2, 3}, Floats{1, 2, 3, 4}), 4.5 / std::sqrt(4.5 * 5), 1e-12);
  EXPECT_EQ(spearman(Floats{1, 1, 1}, Floats{1, 2, 3}), 0);
}

TEST(RankCorrelation, RowsLeaveOutTheClassItself) {
  const ClassVectors vectors{{1, 0, 0.9F, 0.1F, -1, 0.2F, 0, 1}, 2};
  EXPECT_NEAR(mean_row_spearman(vectors, vectors), 1, 1e-12);
  // By hand: rows of a are (3, 1, 2 without self) etc.; one class far from all reverses nothing.
  ClassVectors reversed = vectors;
  for (std::size_t i = 2; i < reversed.values.size(); ++i) reversed.values[i] *= -1;
  EXPECT_LT(mean_row_spearman(vectors, reversed), 1);
}

TEST(RankCorrelation, CodesAgainstThemselvesAndAgainstChance) {
  const Codebook codes(random_codes(20, 100, 1)), others(random_codes(20, 100, 2));
  EXPECT_NEAR(mean_row_spearman(vectors_of(codes), vectors_of(codes)), 1, 1e-12);
  EXPECT_LT(std::abs(mean_row_spearman(vectors_of(codes), vectors_of(others))), 0.05);
}

TEST(RankCorrelation, NumbersOfClassesMustFit) {
  const Codebook two(random_codes(8, 2, 1)), three(random_codes(8, 3, 1));
  expect_contains(message_of<std::invalid_argument>(
                      [&] { mean_row_spearman(vectors_of(two), vectors_of(three)); }),
                  {"2 and 3 classes"});
  expect_contains(message_of<std::invalid_argument>(
                      [&] { mean_row_spearman(vectors_of(two), vectors_of(two)); }),
                  {"three or more"});
}

}  // namespace
}  // namespace llcodes
