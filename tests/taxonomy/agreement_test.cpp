#include "llcodes/taxonomy/agreement.h"

#include <cmath>

#include "llcodes/taxonomy/taxonomy.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

/// ((0 1) (2 3)) with heights 1, 1, 2.
Tree two_pairs() { return {4, {{0, 1, 2, 1}, {2, 3, 2, 1}, {4, 5, 4, 2}}}; }

TEST(Agreement, PurityByHand) {
  EXPECT_DOUBLE_EQ(dendrogram_purity(two_pairs(), {0, 0, 1, 1}).value(), 1);
  // Both pairs of equals meet at the root, where half are theirs.
  EXPECT_DOUBLE_EQ(dendrogram_purity(two_pairs(), {0, 1, 0, 1}).value(), 0.5);
  // Group of three: pairs (0,1) pure 1, (0,2) and (1,2) at the root with 3 of 4.
  EXPECT_DOUBLE_EQ(dendrogram_purity(two_pairs(), {0, 0, 0, 1}).value(), (1 + 0.75 + 0.75) / 3);
  EXPECT_DOUBLE_EQ(dendrogram_purity(two_pairs(), {0, -1, 0, -1}).value(), 0.5);
}

TEST(Agreement, WhatIsUndefinedIsAbsent) {
  EXPECT_FALSE(dendrogram_purity(two_pairs(), {0, 1, 2, 3}).has_value()) << "no group has a pair";
  const Hierarchy one({{"x"}, {"x"}, {"x"}, {"x"}}), each({{"w"}, {"x"}, {"y"}, {"z"}});
  EXPECT_FALSE(cophenetic_correlation(two_pairs(), one).has_value());
  const Agreement alone = measure_agreement(two_pairs(), each, 1);
  EXPECT_FALSE(alone.purity.has_value());
  EXPECT_FALSE(alone.cophenetic.has_value());
  EXPECT_DOUBLE_EQ(alone.mutual_information, 1);
}

TEST(Agreement, EqualDistancesHaveNoCorrelationHoweverTheyAreRounded) {
  PairDistances distances(4);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) distances.set(a, b, 0.1F);
  }
  EXPECT_FALSE(cophenetic_correlation(two_pairs(), distances).has_value());
}

TEST(Agreement, PurityEqualsTheListOfAllPairs) {
  const Tree tree = cluster(hamming_distances(random_codes(10, 60, 2)), Linkage::kAverage);
  std::vector<std::vector<std::size_t>> below;
  for (std::size_t leaf = 0; leaf < 60; ++leaf) below.push_back({leaf});
  std::vector<std::int32_t> groups;
  for (std::int32_t i = 0; i < 60; ++i) groups.push_back(i * 7 % 5);
  double sum = 0, pairs = 0;
  for (const Merge& merge : tree.merges) {
    const auto& left = below[static_cast<std::size_t>(merge.left)];
    const auto& right = below[static_cast<std::size_t>(merge.right)];
    std::vector<std::size_t> both = left;
    both.insert(both.end(), right.begin(), right.end());
    for (const std::size_t a : left) {
      for (const std::size_t b : right) {
        if (groups[a] != groups[b]) continue;
        double same = 0;
        for (const std::size_t leaf : both) same += groups[leaf] == groups[a];
        sum += same / static_cast<double>(both.size());
        pairs += 1;
      }
    }
    below.push_back(both);
  }
  EXPECT_NEAR(dendrogram_purity(tree, groups).value(), sum / pairs, 1e-12);
}

TEST(Agreement, MutualInformationByHand) {
  EXPECT_DOUBLE_EQ(normalized_mutual_information({0, 0, 1, 1}, {5, 5, 3, 3}), 1);
  EXPECT_NEAR(normalized_mutual_information({0, 0, 1, 1}, {0, 1, 0, 1}), 0, 1e-12);
  // I = log 2 - (3/4) H(1/3) ... : a halves, b splits one off.
  const double information =
      0.5 * std::log(0.5 * 4 / (2 * 0.75)) * 1 + 0.25 * std::log(4.0 / 6) + 0.25 * std::log(2.0);
  const double h_a = std::log(2.0), h_b = -(0.75 * std::log(0.75) + 0.25 * std::log(0.25));
  EXPECT_NEAR(normalized_mutual_information({0, 0, 1, 1}, {0, 0, 0, 1}),
              2 * information / (h_a + h_b), 1e-12);
  EXPECT_DOUBLE_EQ(normalized_mutual_information({0, 0, -1}, {0, 0, 1}), 1) << "-1 is left out";
}

TEST(Agreement, CopheneticCorrelationByHand) {
  PairDistances distances(4);
  const double heights[4][4] = {{0, 1, 2, 2}, {0, 0, 2, 2}, {0, 0, 0, 1}, {0, 0, 0, 0}};
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = a + 1; b < 4; ++b) {
      distances.set(a, b, static_cast<float>(3 * heights[a][b] + 1));
    }
  }
  EXPECT_NEAR(cophenetic_correlation(two_pairs(), distances).value(), 1, 1e-6);
  const Hierarchy same({{"x"}, {"x"}, {"y"}, {"y"}}), other({{"x"}, {"y"}, {"x"}, {"y"}});
  EXPECT_NEAR(cophenetic_correlation(two_pairs(), same).value(), 1, 1e-12);
  EXPECT_NEAR(cophenetic_correlation(two_pairs(), other).value(), -0.5, 1e-12);
}

TEST(Taxonomy, LearntOrderBeatsARandomCodebook) {
  // Three groups of codes around three centres; vectors with the same structure.
  Codes codes(24);
  ClassVectors vectors{{}, 3};
  std::vector<std::vector<std::string>> paths;
  Random random(3, 3, 3);
  const Codes centres = random_codes(24, 3, 9);
  for (std::size_t i = 0; i < 30; ++i) {
    Codes one(24, 1);
    for (int bit = 0; bit < 24; ++bit) {
      one.set_bit(0, bit, centres.bit(i % 3, bit) != (random.uniform() < 0.1));
    }
    codes.push_back(one[0]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      vectors.values.push_back(static_cast<float>((axis == i % 3 ? 3 : 0) + 0.3 * random.normal()));
    }
    paths.push_back({std::string(1, static_cast<char>('a' + i % 3))});
  }
  const RealClasses real{vectors, vectors_of(Codebook(codes))};  // as means: the codes themselves
  const Taxonomy taxonomy = discover_taxonomy(Codebook(codes), real, Hierarchy(paths));
  ASSERT_EQ(taxonomy.rows.size(), 4u);
  const TaxonomyRow &learnt = taxonomy.rows[0], &chance = taxonomy.rows[1],
                    &linear = taxonomy.rows[2], &means = taxonomy.rows[3];
  EXPECT_GT(*learnt.spearman, *chance.spearman + 0.3);
  EXPECT_NEAR(*linear.spearman, 1, 1e-9);
  EXPECT_NEAR(*learnt.spearman_means, 1, 1e-9);
  EXPECT_NEAR(*linear.spearman_means, *learnt.spearman, 1e-9);
  EXPECT_NEAR(*means.spearman, *learnt.spearman, 1e-9);
  EXPECT_NEAR(*means.agreement->purity, *learnt.agreement->purity, 1e-9);
  EXPECT_GT(*learnt.agreement->purity, 0.9);
  EXPECT_LT(*chance.agreement->purity, 0.6);
  EXPECT_NEAR(linear.agreement->mutual_information, 1, 1e-9);
}

TEST(Taxonomy, SharedCodesAreListed) {
  const std::vector<SharedCode> shared =
      shared_codes(Codebook(Codes::from_text({"01", "10", "01", "01"})));
  ASSERT_EQ(shared.size(), 2u);
  EXPECT_EQ(shared[0].label, 2);
  EXPECT_EQ(shared[1].earlier, 0);
}

TEST(Taxonomy, RandomCodebookHasDifferentCodes) {
  EXPECT_EQ(random_codebook(4, 16, 1).statistics().unique_codes, 16u);
  EXPECT_THROW(random_codebook(4, 17, 1), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
