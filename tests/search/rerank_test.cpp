#include "llcodes/search/rerank.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

std::vector<float> random_projection(int num_bits, std::uint64_t seed) {
  Random random(seed, 3, 3);
  std::vector<float> z;
  for (int bit = 0; bit < num_bits; ++bit) z.push_back(static_cast<float>(random.normal()));
  return z;
}

/// Bit by bit, as the header says.
double naive_cost(const std::vector<float>& z, const Codes& codes, std::size_t row) {
  double cost = 0;
  for (int bit = 0; bit < codes.num_bits(); ++bit) {
    const float value = z[static_cast<std::size_t>(bit)];
    if (codes.bit(row, bit) != (value >= 0)) cost += std::abs(value);
  }
  return cost;
}

TEST(AsymmetricDistance, EqualsTheNaiveSumAtOddWidths) {
  for (const int num_bits : kOddWidths) {
    const Codes codes = random_codes(num_bits, 200, 1);
    const std::vector<float> z = random_projection(num_bits, 2);
    const AsymmetricDistance distance(z);
    for (std::size_t row = 0; row < codes.size(); ++row) {
      EXPECT_NEAR(distance(codes[row]), naive_cost(z, codes, row), 1e-9) << num_bits;
    }
  }
}

// A code equal to sign(z) costs exactly nothing, and with |z| = 1 the cost is the Hamming distance.
TEST(AsymmetricDistance, IsHammingDistanceWhereAllBitsAreAsSure) {
  const Codes codes = random_codes(65, 50, 3);
  const std::vector<float> signs = to_signs(codes);
  for (std::size_t query = 0; query < codes.size(); ++query) {
    const AsymmetricDistance distance(std::span(signs).subspan(query * 65, 65));
    for (std::size_t row = 0; row < codes.size(); ++row) {
      EXPECT_EQ(distance(codes[row]), naive_distance(codes, query, codes, row));
    }
  }
}

TEST(AsymmetricDistance, RefusesWhatIsNotFinite) {
  const std::vector<float> z = {1, 2, std::numeric_limits<float>::infinity()};
  expect_contains(message_of<std::invalid_argument>([&] { AsymmetricDistance distance(z); }),
                  {"bit 2", "inf"});
  EXPECT_THROW(AsymmetricDistance(std::vector<float>{}), std::invalid_argument);
  EXPECT_THROW(AsymmetricDistance(std::vector<float>(257, 1.0F)), std::invalid_argument);
}

TEST(Rerank, OrdersByValueThenIdAndKeepsK) {
  const Neighbours shortlist = {{9, 0}, {4, 1}, {7, 1}, {2, 3}};
  const auto value_of = [](std::int64_t id) { return id == 2 ? 0.5 : id == 9 ? NAN : 1.0; };
  const std::vector<RankedNeighbour> ranked = rerank(shortlist, 3, value_of);
  ASSERT_EQ(ranked.size(), 3u);
  EXPECT_EQ(ranked[0].id, 2);
  EXPECT_EQ(ranked[0].distance, 3);
  EXPECT_EQ(ranked[1].id, 4);
  EXPECT_EQ(ranked[2].id, 7);
  const std::vector<RankedNeighbour> all = rerank(shortlist, 100, value_of);
  ASSERT_EQ(all.size(), 4u);
  EXPECT_EQ(all[3].id, 9) << "what is no number stands last";
}

// With everything on the shortlist the order is that of a scan by asymmetric distance.
TEST(Rerank, ByProjectionEqualsTheScan) {
  const Codes codes = random_codes(20, 300, 4);
  const std::vector<float> z = random_projection(20, 5);
  std::vector<std::int64_t> ids;
  Neighbours shortlist;
  for (std::int64_t i = 0; i < 300; ++i) {
    ids.push_back(10 + 3 * i);
    shortlist.push_back({ids.back(), 0});
  }
  const AsymmetricDistance query(z);
  const CodeLookup lookup(ids, codes);
  const std::vector<RankedNeighbour> ranked = rerank(shortlist, 300, query, lookup);
  ASSERT_EQ(ranked.size(), 300u);
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    const auto row = static_cast<std::size_t>((ranked[i].id - 10) / 3);
    EXPECT_NEAR(ranked[i].value, naive_cost(z, codes, row), 1e-9);
    EXPECT_LE(ranked[i == 0 ? 0 : i - 1].value, ranked[i].value);
  }
  EXPECT_THROW(lookup[11], std::invalid_argument);
  EXPECT_THROW(CodeLookup({3, 1}, Codes(8, 2)), std::invalid_argument);
}

TEST(Rerank, FeatureDistances) {
  const std::vector<float> a = {1, 0, 2, 0, 0, 0, 0, 0, 3, 1}, b = {0, 1, 2, 0, 0, 0, 0, 0, 1, 0};
  const double dot = 4 + 3, aa = 1 + 4 + 9 + 1, bb = 1 + 4 + 1;
  EXPECT_NEAR(feature_distance(a, b, Metric::kDot), -dot, 1e-6);
  EXPECT_NEAR(feature_distance(a, b, Metric::kCosine), 1 - dot / std::sqrt(aa * bb), 1e-6);
  EXPECT_NEAR(feature_distance(a, b, Metric::kEuclidean), std::sqrt(1 + 1 + 4 + 1), 1e-6);
  const std::vector<float> zero(10);
  EXPECT_EQ(feature_distance(a, zero, Metric::kCosine), 1);
  EXPECT_EQ(metric_from_name("dot"), Metric::kDot);
  EXPECT_THROW(metric_from_name("l1"), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
