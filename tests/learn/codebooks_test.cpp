// Codebooks that are not learnt: the distances they promise, and who gets which word.
#include <gtest/gtest.h>

#include <set>

#include "llcodes/core/codebook.h"
#include "llcodes/core/random.h"
#include "llcodes/learn/codebooks/assignment.h"
#include "llcodes/learn/codebooks/code_pools.h"
#include "llcodes/learn/codebooks/linear_code.h"

namespace llcodes {
namespace {

int smallest_distance(const Codes& codes) { return Codebook(codes).statistics().min_distance; }

/// [n, k, d] of the tables (Golay, extended Hamming and BCH codes, shortened and punctured).
TEST(LinearCode, HasTheKnownDistances) {
  struct Known {
    int num_bits, dimension, distance;
  };
  for (const Known& known : {Known{8, 4, 4},
                             {10, 8, 2},
                             {10, 10, 1},
                             {16, 11, 4},
                             {16, 5, 8},
                             {20, 9, 6},
                             {20, 10, 6},
                             {21, 10, 6},
                             {22, 10, 8},
                             {24, 12, 8},
                             {32, 6, 16},
                             {32, 11, 12},
                             {64, 10, 28},
                             {64, 7, 32},
                             {256, 9, 112}}) {
    const LinearCode code = best_linear_code(known.num_bits, known.dimension);
    EXPECT_EQ(code.num_bits(), known.num_bits);
    EXPECT_EQ(code.dimension(), known.dimension);
    EXPECT_GE(code.min_distance(), known.distance) << known.num_bits << " " << known.dimension;
  }
}

/// The distance by way of the zero word against that of all pairs.
TEST(LinearCode, WordsAreDistinctAndAsFarApartAsStated) {
  for (const int num_bits : {7, 12, 20, 65}) {
    const LinearCode code = best_linear_code(num_bits, 6);
    const Codes words = code.words();
    EXPECT_EQ(words.size(), 64u);
    EXPECT_EQ(smallest_distance(words), code.min_distance());
  }
}

TEST(LinearCode, NoBitIsConstant) {
  for (const int num_bits : {8, 10, 13, 20, 33, 100}) {
    const auto statistics = Codebook(best_linear_code(num_bits, 8).words()).statistics();
    EXPECT_EQ(statistics.worst_balance, 0) << num_bits;
  }
}

TEST(LinearCode, RefusesWhatDoesNotExist) {
  EXPECT_THROW(best_linear_code(8, 9), std::invalid_argument);
  EXPECT_THROW(best_linear_code(8, 0), std::invalid_argument);
  EXPECT_THROW(LinearCode(Codes::from_text({"110", "011", "101"})), std::invalid_argument);
}

TEST(CodePools, AreDistinctAndFollowTheSeed) {
  for (const auto make : {random_codes, max_distance_codes, csq_centres}) {
    const PoolRequest request{.num_bits = 12, .num_classes = 100, .seed = 3};
    const Codes codes = make(request);
    EXPECT_EQ(codes.size(), 100u);
    EXPECT_EQ(Codebook(codes).statistics().unique_codes, 100u);
    EXPECT_EQ(codes, make(request));
    EXPECT_FALSE(codes == make({.num_bits = 12, .num_classes = 100, .seed = 4}));
    EXPECT_THROW(make({.num_bits = 6, .num_classes = 65}), std::invalid_argument);
  }
}

TEST(CodePools, FillTheWholeSpaceWhereTheyMust) {
  EXPECT_EQ(smallest_distance(random_codes({.num_bits = 6, .num_classes = 64})), 1);
  EXPECT_EQ(smallest_distance(max_distance_codes({.num_bits = 6, .num_classes = 64})), 1);
}

TEST(CodePools, FarWordsAreFartherThanRandomOnesAndAlgebraicOnesFarthest) {
  const PoolRequest request{.num_bits = 20, .num_classes = 300, .seed = 1};
  const int random = smallest_distance(random_codes(request));
  const int far = smallest_distance(max_distance_codes(request));
  const Codes pool = algebraic_codes(request);
  EXPECT_GT(far, random);
  EXPECT_EQ(pool.size(), 512u);
  EXPECT_GT(smallest_distance(pool), far);
}

TEST(CodePools, CsqCentresAreHadamardRowsOrBalanced) {
  const Codes rows = csq_centres({.num_bits = 16, .num_classes = 32});
  EXPECT_EQ(smallest_distance(rows), 8);
  const Codes balanced = csq_centres({.num_bits = 10, .num_classes = 60});
  for (std::size_t i = 0; i < balanced.size(); ++i) {
    int ones = 0;
    for (int bit = 0; bit < 10; ++bit) ones += balanced.bit(i, bit);
    EXPECT_EQ(ones, 5);
  }
  EXPECT_EQ(csq_centres({.num_bits = 4, .num_classes = 9}).size(), 9u) << "only 6 are balanced";
}

double objective(const Codes& codes, const std::vector<float>& similarity) {
  double sum = 0;
  for (std::size_t a = 0; a < codes.size(); ++a) {
    for (std::size_t b = 0; b < codes.size(); ++b) {
      const double product = codes.num_bits() - 2 * hamming_distance(codes[a], codes[b]);
      if (a != b) sum += similarity[a * codes.size() + b] * product;
    }
  }
  return sum;
}

/// Groups of four alike: their words must lie closer than those of others, and no exchange of two
/// words may be left that helps.
TEST(Assignment, SimilarClassesGetCloseWords) {
  constexpr std::size_t kCount = 40;
  std::vector<float> similarity(kCount * kCount);
  for (std::size_t a = 0; a < kCount; ++a) {
    for (std::size_t b = 0; b < kCount; ++b)
      similarity[a * kCount + b] = a / 4 == b / 4 ? 1 : -0.1f;
  }
  const Codes pool = algebraic_codes({.num_bits = 12, .num_classes = kCount});
  const Codes random = assign_randomly(pool, kCount, 5);
  Codes semantic = assign_semantically(pool, similarity, kCount, 5);
  EXPECT_EQ(Codebook(semantic).statistics().unique_codes, kCount);
  const double best = objective(semantic, similarity);
  EXPECT_GT(best, objective(random, similarity));
  for (std::size_t a = 0; a < kCount; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      std::swap_ranges(semantic[a].begin(), semantic[a].end(), semantic[b].begin());
      EXPECT_LE(objective(semantic, similarity), best + 0.1) << a << " and " << b;
      std::swap_ranges(semantic[a].begin(), semantic[a].end(), semantic[b].begin());
    }
  }
}

TEST(Assignment, RandomOneUsesDistinctWordsOfThePool) {
  const Codes pool = random_codes({.num_bits = 9, .num_classes = 50});
  const Codes codes = assign_randomly(pool, 50, 2);
  std::set<Word> given, offered;
  for (std::size_t i = 0; i < 50; ++i) given.insert(codes[i][0]), offered.insert(pool[i][0]);
  EXPECT_EQ(given, offered);
  EXPECT_FALSE(codes == pool);
  EXPECT_THROW(assign_randomly(pool, 51, 2), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
