#include "llcodes/eval/retrieval.h"

#include <algorithm>
#include <stdexcept>

#include "llcodes/eval/ranking.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

struct LabelledSet {
  Codes codes;
  std::vector<std::int32_t> labels;

  LabelledCodes view() const { return {codes, labels}; }
};

/// Few bits and few classes, so that codes repeat and ties are common; some of no class.
LabelledSet random_set(int num_bits, std::size_t count, std::uint64_t seed, bool strays) {
  LabelledSet set{random_codes(num_bits, count, seed), {}};
  Random random(seed, 7, 7);
  for (std::size_t i = 0; i < count; ++i) {
    set.labels.push_back(static_cast<std::int32_t>(random.below(5)) - (strays ? 1 : 0));
  }
  return set;
}

/// Items and relevant ones at each distance by a double loop over instances and bits.
std::vector<TieGroup> naive_groups(const LabelledSet& queries, std::size_t query,
                                   const LabelledSet& database, bool leave_one_out) {
  std::vector<TieGroup> groups(static_cast<std::size_t>(queries.codes.num_bits()) + 1);
  for (std::size_t i = 0; i < database.codes.size(); ++i) {
    if (leave_one_out && i == query) continue;
    const int distance = naive_distance(queries.codes, query, database.codes, i);
    TieGroup& group = groups[static_cast<std::size_t>(distance)];
    ++group.size;
    group.relevant += database.labels[i] == queries.labels[query];
  }
  return groups;
}

void expect_naive_rows(const RetrievalTable& table, const LabelledSet& queries,
                       const LabelledSet& database, bool leave_one_out) {
  for (const RetrievalRow& row : table.rows) {
    double rmap = 0, cmap = 0, precision = 0, recall = 0;
    for (std::size_t query = 0; query < queries.codes.size(); ++query) {
      const auto groups = naive_groups(queries, query, database, leave_one_out);
      const RankingScores scores =
          RankingScorer(std::min(row.depth, database.codes.size())).score(groups);
      rmap += scores.rmap;
      cmap += scores.cmap;
      precision += scores.precision;
      recall += scores.recall;
    }
    const auto count = static_cast<double>(queries.codes.size());
    EXPECT_NEAR(row.rmap, rmap / count, 1e-12);
    EXPECT_NEAR(row.cmap, cmap / count, 1e-12);
    EXPECT_NEAR(row.precision, precision / count, 1e-12);
    EXPECT_NEAR(row.recall, recall / count, 1e-12);
  }
}

void expect_naive_balls(const RetrievalTable& table, const LabelledSet& queries,
                        const LabelledSet& database) {
  std::vector<RadiusRow> sums(table.by_radius.size());
  for (std::size_t query = 0; query < queries.codes.size(); ++query) {
    const auto groups = naive_groups(queries, query, database, false);
    const double relevant =
        static_cast<double>(std::ranges::count(database.labels, queries.labels[query]));
    double items = 0, hits = 0;
    for (std::size_t radius = 0; radius < sums.size(); ++radius) {
      items += static_cast<double>(groups[radius].size);
      hits += static_cast<double>(groups[radius].relevant);
      sums[radius].precision += items > 0 ? hits / items : 0;
      sums[radius].recall += relevant > 0 ? hits / relevant : 0;
      sums[radius].answered += items > 0;
      sums[radius].retrieved += items;
    }
  }
  const auto count = static_cast<double>(queries.codes.size());
  for (std::size_t radius = 0; radius < sums.size(); ++radius) {
    const RadiusRow& row = table.by_radius[radius];
    EXPECT_EQ(row.radius, static_cast<int>(radius));
    EXPECT_NEAR(row.precision, sums[radius].precision / count, 1e-12) << radius;
    EXPECT_NEAR(row.recall, sums[radius].recall / count, 1e-12) << radius;
    EXPECT_NEAR(row.answered, sums[radius].answered / count, 1e-12) << radius;
    EXPECT_NEAR(row.retrieved, sums[radius].retrieved / count, 1e-9) << radius;
  }
}

TEST(Retrieval, EqualsTheNaiveDoubleLoopAtOddWidths) {
  for (const int num_bits : {1, 7, 20, 65, 256}) {
    SCOPED_TRACE(num_bits);
    const LabelledSet queries = random_set(num_bits, 40, 1, false);
    const LabelledSet database = random_set(num_bits, 150, 2, true);
    const RetrievalTable table =
        measure_retrieval(queries.view(), database.view(), {.depths = {1, 10, 1000}});
    EXPECT_EQ(table.queries, 40u);
    EXPECT_EQ(table.database, 150u);
    ASSERT_EQ(table.by_radius.size(), static_cast<std::size_t>(num_bits) + 1);
    expect_naive_rows(table, queries, database, false);
    expect_naive_balls(table, queries, database);
  }
}

TEST(Retrieval, LeaveOneOutHidesEachQueryFromItself) {
  const LabelledSet set = random_set(6, 80, 3, false);
  const RetrievalTable table =
      measure_retrieval(set.view(), set.view(), {.depths = {5, 60}, .leave_one_out = true});
  expect_naive_rows(table, set, set, true);
  const RetrievalTable with_itself = measure_retrieval(set.view(), set.view(), {.depths = {5, 60}});
  expect_naive_rows(with_itself, set, set, false);
}

TEST(Retrieval, OrderOfTheDatabaseAndThreadsChangeNothing) {
  const LabelledSet queries = random_set(8, 60, 4, false), database = random_set(8, 500, 5, true);
  LabelledSet reversed{Codes(8), {}};
  for (std::size_t i = 500; i-- > 0;) {
    reversed.codes.push_back(database.codes[i]);
    reversed.labels.push_back(database.labels[i]);
  }
  const auto rmap = [&](const LabelledSet& set, int threads) {
    return measure_retrieval(queries.view(), set.view(), {.depths = {100}, .threads = threads})
        .rows[0]
        .rmap;
  };
  EXPECT_EQ(rmap(database, 1), rmap(reversed, 1));
  EXPECT_EQ(rmap(database, 1), rmap(database, 3));
}

TEST(Retrieval, QueriesWithoutARelevantItemAreCounted) {
  const LabelledSet queries{Codes::from_text({"00", "01"}), {0, 9}};
  const LabelledSet database{Codes::from_text({"00", "11"}), {0, -1}};
  const RetrievalTable table = measure_retrieval(queries.view(), database.view());
  EXPECT_EQ(table.hopeless, 1u);
  EXPECT_EQ(table.distinct_codes, 2u);
  EXPECT_DOUBLE_EQ(table.rows[0].rmap, 0.5);
}

TEST(Retrieval, BadInputIsRefused) {
  const LabelledSet queries = random_set(8, 4, 1, false), database = random_set(8, 6, 2, true);
  const LabelledSet other = random_set(9, 6, 2, false), empty{Codes(8), {}};
  const auto refusal = [](const LabelledCodes& from, const LabelledCodes& into,
                          const RetrievalOptions& options = {}) {
    return message_of<std::invalid_argument>([&] { measure_retrieval(from, into, options); });
  };
  expect_contains(refusal(queries.view(), other.view()), {"8 bits", "9", "one model"});
  expect_contains(refusal(empty.view(), database.view()), {"0 queries"});
  expect_contains(refusal(queries.view(), empty.view()), {"0 codes"});
  expect_contains(refusal(queries.view(), {database.codes, {}}), {"0 labels", "6 codes"});
  expect_contains(refusal(queries.view(), database.view(), {.depths = {0}}), {"depth of 0"});
  expect_contains(refusal(queries.view(), database.view(), {.leave_one_out = true}), {"same"});
  const LabelledSet stray{queries.codes, {0, 1, -1, 2}};
  expect_contains(refusal(stray.view(), database.view()), {"query 2", "no class"});
}

}  // namespace
}  // namespace llcodes
