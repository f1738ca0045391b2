#include "llcodes/eval/ranking.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

using Relevance = std::vector<int>;  ///< 1 where the item is relevant, in rank order

/// The definitions, word by word, for a list without ties.
RankingScores naive_scores(const Relevance& list, std::size_t depth) {
  const double relevant = std::accumulate(list.begin(), list.end(), 0.0);
  const std::size_t reach = std::min(depth, list.size());
  double sum = 0, hits = 0;
  for (std::size_t i = 0; i < reach; ++i) {
    hits += list[i];
    if (list[i] == 1) sum += hits / static_cast<double>(i + 1);
  }
  if (relevant == 0) return {};
  return {.rmap = hits == 0 ? 0 : sum / hits,
          .cmap = sum / std::min(relevant, static_cast<double>(reach)),
          .precision = hits / static_cast<double>(reach),
          .recall = hits / relevant};
}

/// The mean over every order of tied items: all distinct orders of relevance inside each group.
class EveryOrder {
 public:
  EveryOrder(std::vector<TieGroup> groups, std::size_t depth)
      : groups_(std::move(groups)), depth_(depth) {}

  RankingScores mean() {
    Relevance list;
    visit(0, list);
    const double count = static_cast<double>(orders_);
    return {sum_.rmap / count, sum_.cmap / count, sum_.precision / count, sum_.recall / count};
  }

 private:
  void visit(std::size_t group, Relevance& list) {
    if (group == groups_.size()) return add(naive_scores(list, depth_));
    Relevance members(groups_[group].size, 0);
    std::fill_n(members.rbegin(), groups_[group].relevant, 1);
    do {
      const std::size_t size = list.size();
      list.insert(list.end(), members.begin(), members.end());
      visit(group + 1, list);
      list.resize(size);
    } while (std::next_permutation(members.begin(), members.end()));
  }

  void add(const RankingScores& scores) {
    ++orders_;
    sum_.rmap += scores.rmap;
    sum_.cmap += scores.cmap;
    sum_.precision += scores.precision;
    sum_.recall += scores.recall;
  }

  std::vector<TieGroup> groups_;
  std::size_t depth_;
  std::size_t orders_ = 0;
  RankingScores sum_;
};

std::vector<TieGroup> groups_of(const Relevance& list) {
  std::vector<TieGroup> groups;
  for (const int relevant : list) groups.push_back({1, static_cast<std::size_t>(relevant)});
  return groups;
}

void expect_near(const RankingScores& found, const RankingScores& expected, double tolerance) {
  EXPECT_NEAR(found.rmap, expected.rmap, tolerance);
  EXPECT_NEAR(found.cmap, expected.cmap, tolerance);
  EXPECT_NEAR(found.precision, expected.precision, tolerance);
  EXPECT_NEAR(found.recall, expected.recall, tolerance);
}

// The paper's appendix, "Corrected MAP@1000 Metric": five retrieved, ten relevant in the database.
TEST(Ranking, ThePapersWorkedExample) {
  const auto score = [](Relevance first_five, std::size_t relevant_later) {
    std::vector<TieGroup> groups = groups_of(first_five);
    groups.push_back({50, relevant_later});
    return RankingScorer(5).score(groups);
  };
  const RankingScores first = score({1, 0, 0, 0, 0}, 9), second = score({1, 0, 0, 1, 1}, 7);
  EXPECT_NEAR(first.rmap, 1.0, 1e-12);
  EXPECT_NEAR(first.cmap, 0.20, 1e-12);
  EXPECT_NEAR(second.rmap, 0.70, 1e-12);
  EXPECT_NEAR(second.cmap, 0.42, 1e-12);
  EXPECT_NEAR(second.precision, 0.6, 1e-12);
  EXPECT_NEAR(second.recall, 0.3, 1e-12);
}

TEST(Ranking, WithoutTiesEqualsTheDefinitions) {
  Random random(1, 1, 1);
  for (int round = 0; round < 200; ++round) {
    Relevance list(1 + random.below(60));
    for (int& relevant : list) relevant = random.below(3) == 0;
    const std::size_t depth = 1 + random.below(70);
    expect_near(RankingScorer(depth).score(groups_of(list)), naive_scores(list, depth), 1e-12);
  }
}

TEST(Ranking, WithTiesEqualsTheMeanOverEveryOrder) {
  Random random(2, 2, 2);
  for (int round = 0; round < 300; ++round) {
    std::vector<TieGroup> groups;
    for (std::size_t items = 0; items < 11;) {
      const std::size_t size = random.below(6);
      groups.push_back({size, random.below(size + 1)});
      items += std::max<std::size_t>(size, 1);
    }
    const std::size_t depth = 1 + random.below(16);
    SCOPED_TRACE("round " + std::to_string(round) + ", depth " + std::to_string(depth));
    expect_near(RankingScorer(depth).score(groups), EveryOrder(groups, depth).mean(), 1e-12);
  }
}

// One group of everything, cut: with n = 4 items, 2 relevant, depth 2 the six orders of the first
// two places are 11 (once), 10, 01 (twice each), 00 (once).
TEST(Ranking, ACutGroupByHand) {
  const std::vector<TieGroup> groups = {{4, 2}};
  const RankingScores scores = RankingScorer(2).score(groups);
  EXPECT_NEAR(scores.rmap, (1.0 + 2 * 1.0 + 2 * 0.5) / 6, 1e-12);
  EXPECT_NEAR(scores.cmap, (2.0 / 2 + 2 * 0.5 + 2 * 0.25) / 6, 1e-12);
  EXPECT_NEAR(scores.precision, 0.5, 1e-12);
}

// Ten million tied items: nothing is enumerated, and the mean precision is the share of relevant.
TEST(Ranking, HugeGroupsAreScoredWithoutOverflow) {
  const std::vector<TieGroup> groups = {{10'000'000, 2'000'000}};
  const RankingScores scores = RankingScorer(1000).score(groups);
  EXPECT_NEAR(scores.precision, 0.2, 1e-9);
  EXPECT_GT(scores.cmap, 0.04);
  EXPECT_LT(scores.cmap, 0.05);
  EXPECT_GT(scores.rmap, 0.2);
  EXPECT_LT(scores.rmap, 0.22);
  const std::vector<TieGroup> all_relevant = {{5'000'000, 5'000'000}};
  EXPECT_NEAR(RankingScorer(1'000'000).score(all_relevant).rmap, 1, 1e-9);
}

TEST(Ranking, NothingRelevantScoresZeroAndDepthZeroIsRefused) {
  const std::vector<TieGroup> groups = {{3, 0}, {0, 0}};
  expect_near(RankingScorer(2).score(groups), {}, 0);
  EXPECT_THROW(RankingScorer(0), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
