// Retrieval by real values against a naive ranking.
#include "llcodes/eval/real_retrieval.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

constexpr std::size_t kDimension = 3;

struct Rows {
  std::vector<float> values;
  std::vector<std::int32_t> labels;
  operator LabelledRows() const { return {values, labels}; }
};

Rows rows(std::size_t count, std::uint64_t seed) {
  Rows result;
  for (std::size_t i = 0; i < count; ++i) {
    Random random(seed, 0, i);
    result.labels.push_back(static_cast<std::int32_t>(random.below(4)));
    for (std::size_t j = 0; j < kDimension; ++j) {
      result.values.push_back(
          static_cast<float>(random.normal() + (j == 0 ? result.labels.back() : 0)));
    }
  }
  return result;
}

double distance(const float* a, const float* b, RealMetric metric) {
  double squares = 0, product = 0, a2 = 0, b2 = 0;
  for (std::size_t j = 0; j < kDimension; ++j) {
    squares += (a[j] - b[j]) * (a[j] - b[j]);
    product += a[j] * b[j], a2 += a[j] * a[j], b2 += b[j] * b[j];
  }
  return metric == RealMetric::kEuclidean ? squares : -product / std::sqrt(a2 * b2);
}

/// CMAP by sorting everything; no ties among random values.
double naive_cmap(const Rows& queries, const Rows& database, std::size_t depth, RealMetric metric) {
  double total = 0;
  for (std::size_t q = 0; q < queries.labels.size(); ++q) {
    std::vector<std::size_t> order(database.labels.size());
    std::iota(order.begin(), order.end(), 0);
    const auto far = [&](std::size_t i) {
      return distance(&queries.values[q * kDimension], &database.values[i * kDimension], metric);
    };
    std::sort(order.begin(), order.end(), [&](auto a, auto b) { return far(a) < far(b); });
    double hits = 0, sum = 0;
    for (std::size_t i = 0; i < std::min(depth, order.size()); ++i) {
      if (database.labels[order[i]] != queries.labels[q]) continue;
      sum += ++hits / static_cast<double>(i + 1);
    }
    const auto relevant = static_cast<std::size_t>(
        std::count(database.labels.begin(), database.labels.end(), queries.labels[q]));
    total += sum / static_cast<double>(std::min(relevant, depth));
  }
  return total / static_cast<double>(queries.labels.size());
}

TEST(RealRetrieval, EqualsTheNaiveRanking) {
  const Rows queries = rows(20, 1), database = rows(150, 2);
  for (const RealMetric metric : {RealMetric::kEuclidean, RealMetric::kCosine}) {
    for (const std::size_t depth : {1, 10, 150, 1000}) {
      EXPECT_NEAR(measure_real_retrieval(queries, database, {kDimension, depth, metric}).cmap,
                  naive_cmap(queries, database, depth, metric), 1e-6);
    }
  }
}

/// One query, four items at the same place, one of them relevant: the expectation over their order.
TEST(RealRetrieval, EqualDistancesAreTies) {
  const Rows query{{0, 0, 0}, {1}}, database{std::vector<float>(12, 1), {0, 1, 2, 3}};
  const RankingScores scores = measure_real_retrieval(query, database, {kDimension, 4});
  EXPECT_NEAR(scores.cmap, (1 + 1 / 2.0 + 1 / 3.0 + 1 / 4.0) / 4, 1e-12);
}

TEST(RealRetrieval, RefusesSizesThatDoNotFit) {
  const Rows good = rows(3, 1), none;
  EXPECT_THROW(measure_real_retrieval(good, good, {kDimension + 1}), std::invalid_argument);
  EXPECT_THROW(measure_real_retrieval(none, good, {kDimension}), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
