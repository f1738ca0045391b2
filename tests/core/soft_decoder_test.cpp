// Soft decoding, ordered flips, probabilities and lists against naive loops over classes and bits.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "llcodes/core/decoder.h"
#include "llcodes/core/flip_sets.h"
#include "llcodes/core/soft_scores.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

double naive_score(const Codes& classes, std::size_t label, const float* z) {
  double score = 0;
  for (int bit = 0; bit < classes.num_bits(); ++bit) {
    score += classes.bit(label, bit) ? z[bit] : -z[bit];
  }
  return score;
}

/// kWide: some |z| vanish beside others when floats are added, so classes of different cost tie.
enum class Magnitudes { kReal, kQuantized, kEqual, kMostlyZero, kWide };
constexpr std::initializer_list<Magnitudes> kAllMagnitudes = {
    Magnitudes::kReal, Magnitudes::kQuantized, Magnitudes::kEqual, Magnitudes::kMostlyZero,
    Magnitudes::kWide};

/// Projections of instances near random class codes.
std::vector<float> projections_near(const Codes& classes, std::size_t count, Magnitudes kind) {
  std::vector<float> z;
  Random random(11, static_cast<std::uint64_t>(kind), count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t label = random.below(classes.size());
    for (int bit = 0; bit < classes.num_bits(); ++bit) {
      const double sign = classes.bit(label, bit) ? 1 : -1;
      const double value = sign * 1.5 + 1.5 * random.normal();
      switch (kind) {
        case Magnitudes::kReal:
          z.push_back(static_cast<float>(value));
          break;
        case Magnitudes::kQuantized:
          z.push_back(static_cast<float>(std::round(value)));
          break;
        case Magnitudes::kEqual:
          z.push_back(value < 0 ? -0.1f : 0.1f);
          break;
        case Magnitudes::kMostlyZero:
          z.push_back(random.below(3) ? 0.0f : static_cast<float>(value));
          break;
        case Magnitudes::kWide:
          z.push_back(static_cast<float>(value * std::pow(10, random.uniform(-4, 6))));
      }
    }
  }
  return z;
}

std::vector<Decision> decide(const Codebook& codebook, const Instances& instances,
                             const DecoderOptions& options) {
  std::vector<Decision> decisions(instances.codes.size());
  make_decoder(codebook, options)->decode(instances, decisions);
  return decisions;
}

void expect_same_answers(const std::vector<Decision>& a, const std::vector<Decision>& b) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].label, b[i].label) << i;
    EXPECT_EQ(a[i].distance, b[i].distance) << i;
    EXPECT_EQ(a[i].score, b[i].score) << i;
    EXPECT_EQ(a[i].ties, b[i].ties) << i;
  }
}

class SoftWidth : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Odd, SoftWidth, ::testing::ValuesIn(kOddWidths));

TEST_P(SoftWidth, ScoresOfTheScanAndSingleScoresAgreeToTheBit) {
  const Codes classes = random_codes(GetParam(), 3000, 1);
  const std::vector<float> z = projections_near(classes, 3, Magnitudes::kReal);
  std::vector<float> scores(classes.size());
  for (std::size_t i = 0; i < 3; ++i) {
    const float* const row = z.data() + i * static_cast<std::size_t>(GetParam());
    SoftScorer(classes).scores(row, scores);
    for (std::size_t label = 0; label < classes.size(); ++label) {
      EXPECT_EQ(scores[label], soft_score(classes[label], row, GetParam()));
      EXPECT_NEAR(scores[label], naive_score(classes, label, row), 1e-3);
    }
  }
}

TEST_P(SoftWidth, SoftTakesTheHighestScore) {
  const Codebook codebook(random_codes(GetParam(), 60, 2));
  for (const Magnitudes kind : {Magnitudes::kReal, Magnitudes::kQuantized}) {
    const std::vector<float> z = projections_near(codebook.codes(), 50, kind);
    const Codes codes = binarize(z, GetParam());
    const std::vector<Decision> decisions = decide(codebook, {codes, z}, {.decode = Decode::kSoft});
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const float* const row = z.data() + i * static_cast<std::size_t>(GetParam());
      std::vector<double> scores;
      for (std::size_t label = 0; label < 60; ++label) {
        scores.push_back(naive_score(codebook.codes(), label, row));
      }
      const double best = *std::max_element(scores.begin(), scores.end());
      EXPECT_NEAR(scores[static_cast<std::size_t>(decisions[i].label)], best, 1e-4);
      EXPECT_NEAR(decisions[i].score, best, 1e-4);
      EXPECT_EQ(
          decisions[i].distance,
          naive_distance(codes, i, codebook.codes(), static_cast<std::size_t>(decisions[i].label)));
      if (kind != Magnitudes::kQuantized) continue;  // whole numbers: sums are exact
      const auto first = std::find(scores.begin(), scores.end(), best) - scores.begin();
      EXPECT_EQ(decisions[i].label, first);
      EXPECT_EQ(decisions[i].ties, std::count(scores.begin(), scores.end(), best));
    }
  }
}

TEST_P(SoftWidth, UnlimitedFlipsEqualSoft) {
  for (const std::size_t num_classes : {1u, 60u, 2000u}) {
    const Codebook codebook(random_codes(GetParam(), num_classes, 3));
    for (const Magnitudes kind : kAllMagnitudes) {
      const std::vector<float> z = projections_near(codebook.codes(), 100, kind);
      const Codes codes = binarize(z, GetParam());
      const auto soft = decide(codebook, {codes, z}, {.decode = Decode::kSoft});
      expect_same_answers(decide(codebook, {codes, z}, {.decode = Decode::kFlips}), soft);
      expect_same_answers(
          decide(codebook, {codes, z},
                 {.decode = Decode::kFlips, .budget = 50, .when_spent = WhenSpent::kScan}),
          soft);
    }
  }
}

// A budget beyond all 2^k flip sets never turns to the scan: the enumeration itself must be exact.
TEST(Flips, ExhaustiveEnumerationEqualsSoft) {
  for (const int num_bits : {1, 7, 12}) {
    const Codebook codebook(random_codes(num_bits, 5, 4));
    for (const Magnitudes kind : kAllMagnitudes) {
      const std::vector<float> z = projections_near(codebook.codes(), 200, kind);
      const Codes codes = binarize(z, num_bits);
      expect_same_answers(
          decide(codebook, {codes, z}, {.decode = Decode::kFlips, .budget = 1u << 20}),
          decide(codebook, {codes, z}, {.decode = Decode::kSoft}));
    }
  }
}

TEST(Flips, BudgetOfOneIsExactDecoding) {
  const Codebook codebook(random_codes(20, 500, 5));
  const std::vector<float> z = projections_near(codebook.codes(), 2000, Magnitudes::kReal);
  const Codes codes = binarize(z, 20);
  expect_same_answers(decide(codebook, {codes, z}, {.decode = Decode::kFlips, .budget = 1}),
                      decide(codebook, {codes, z}, {.decode = Decode::kExact}));
}

TEST(Flips, AnswersWithinTheBudgetAreSoftAnswersAndProbesAreCounted) {
  const Codebook codebook(random_codes(20, 1000, 6));
  const std::vector<float> z = projections_near(codebook.codes(), 500, Magnitudes::kReal);
  const Codes codes = binarize(z, 20);
  const auto soft = decide(codebook, {codes, z}, {.decode = Decode::kSoft});
  std::size_t answered_before = 0;
  for (const std::size_t budget : {1u, 4u, 16u, 64u, 1024u}) {
    const auto found = decide(codebook, {codes, z}, {.decode = Decode::kFlips, .budget = budget});
    std::size_t answered = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
      EXPECT_LE(found[i].probes, budget);
      EXPECT_GE(found[i].probes, 1u);
      if (found[i].label == kNoClass) continue;
      ++answered;
      EXPECT_EQ(found[i].label, soft[i].label);
      EXPECT_EQ(found[i].score, soft[i].score);
    }
    EXPECT_GE(answered, answered_before);
    answered_before = answered;
  }
  EXPECT_GT(answered_before, 400u);
}

TEST(FlipSets, ComeInIncreasingCostEachOnce) {
  const std::vector<float> z = {0.5f, -2, 0.25f, 3, -0.5f, 0, 1, 1, -7, 0.125f};
  FlipSets<1> flips;
  flips.start({0}, z.data(), 10);
  std::vector<bool> seen(1024);
  double previous = 0;
  std::size_t count = 0;
  for (; !flips.empty(); ++count) {
    const auto set = flips.next();
    double cost = 0;
    for (std::size_t bit = 0; bit < 10; ++bit)
      cost += set.code[0] >> bit & 1 ? std::abs(z[bit]) : 0;
    EXPECT_NEAR(set.cost, cost, 1e-12);
    EXPECT_GE(set.cost, previous);
    EXPECT_FALSE(seen[set.code[0]]);
    seen[set.code[0]] = true;
    previous = set.cost;
  }
  EXPECT_EQ(count, 1023u);  // all but the empty set
}

/// log of the probability that independent bits with log odds z_j are the code of `label`.
double log_likelihood(const Codes& codes, std::size_t label, const float* z) {
  double sum = 0;
  for (int bit = 0; bit < codes.num_bits(); ++bit) {
    sum -= std::log1p(std::exp(codes.bit(label, bit) ? -z[bit] : z[bit]));
  }
  return sum;
}

TEST(Posterior, IsThatOfIndependentBits) {
  const Codebook codebook(random_codes(20, 30, 7));
  const std::vector<float> z = projections_near(codebook.codes(), 40, Magnitudes::kReal);
  const Codes codes = binarize(z, 20);
  for (const Decode decode : {Decode::kSoft, Decode::kFlips, Decode::kMinimumHamming}) {
    const auto found = decide(codebook, {codes, z}, {.decode = decode, .probabilities = true});
    for (std::size_t i = 0; i < codes.size(); ++i) {
      std::vector<double> scores;
      for (std::size_t label = 0; label < 30; ++label) {
        scores.push_back(naive_score(codebook.codes(), label, z.data() + i * 20));
      }
      const auto label = static_cast<std::size_t>(found[i].label);
      double sum = 0, best_other = -1e9;
      for (std::size_t other = 0; other < 30; ++other) {
        sum += std::exp(log_likelihood(codebook.codes(), other, z.data() + i * 20) -
                        log_likelihood(codebook.codes(), label, z.data() + i * 20));
        if (other != label) best_other = std::max(best_other, scores[other]);
      }
      EXPECT_NEAR(found[i].probability, 1 / sum, 1e-5);
      EXPECT_NEAR(found[i].margin, scores[label] - best_other, 1e-4);
    }
  }
}

TEST(Posterior, DuplicatesShareEqually) {
  const Codebook codebook(Codes::from_text({"1111", "1111", "0000"}));
  const std::vector<float> z = {9, 9, 9, 9};
  const auto found =
      decide(codebook, {binarize(z, 4), z}, {.decode = Decode::kSoft, .probabilities = true});
  EXPECT_EQ(found[0].label, 0);
  EXPECT_EQ(found[0].ties, 2);
  EXPECT_EQ(found[0].margin, 0);
  EXPECT_NEAR(found[0].probability, 0.5, 1e-6);
}

TEST(Posterior, HugeScoresStayFinite) {
  const Codebook codebook(random_codes(256, 3, 1));
  std::vector<float> z = to_signs(codebook.codes());
  for (float& value : z) value *= 1e29f;
  for (const Decision& decision :
       decide(codebook, {codebook.codes(), z}, {.decode = Decode::kFlips, .probabilities = true})) {
    EXPECT_EQ(decision.probability, 1);
  }
}

TEST(Abstention, BelowProbabilityOrMargin) {
  const Codebook codebook(random_codes(20, 100, 8));
  const std::vector<float> z = projections_near(codebook.codes(), 300, Magnitudes::kReal);
  const Codes codes = binarize(z, 20);
  for (const Decode decode : {Decode::kSoft, Decode::kFlips}) {
    const auto all = decide(codebook, {codes, z}, {.decode = decode, .probabilities = true});
    const auto sure = decide(codebook, {codes, z}, {.decode = decode, .min_probability = 0.9f});
    const auto wide = decide(codebook, {codes, z}, {.decode = decode, .min_margin = 5});
    for (std::size_t i = 0; i < all.size(); ++i) {
      EXPECT_EQ(sure[i].label, all[i].probability < 0.9f ? kNoClass : all[i].label);
      EXPECT_EQ(wide[i].label, all[i].margin < 5 ? kNoClass : all[i].label);
    }
  }
}

TEST(BestClasses, AreSortedByScoreOrDistance) {
  const Codebook codebook(random_codes(20, 50, 9));
  const std::vector<float> z = projections_near(codebook.codes(), 5, Magnitudes::kQuantized);
  const Codes codes = binarize(z, 20);
  for (std::size_t i = 0; i < 5; ++i) {
    std::vector<std::int32_t> by_score(50), by_distance(50);
    std::iota(by_score.begin(), by_score.end(), 0);
    by_distance = by_score;
    const auto score = [&](std::int32_t label) {
      return naive_score(codebook.codes(), static_cast<std::size_t>(label), z.data() + i * 20);
    };
    const auto distance = [&](std::int32_t label) {
      return naive_distance(codes, i, codebook.codes(), static_cast<std::size_t>(label));
    };
    std::ranges::stable_sort(by_score, std::greater<>(), score);
    std::ranges::stable_sort(by_distance, std::less<>(), distance);
    const auto soft = best_classes(codebook, {codes, z}, i, 1000);
    const auto hard = best_classes(codebook, {codes}, i, 7);
    ASSERT_EQ(soft.size(), 50u);
    ASSERT_EQ(hard.size(), 7u);
    double total = 0;
    for (std::size_t place = 0; place < 50; ++place) {
      EXPECT_EQ(soft[place].label, by_score[place]);
      EXPECT_EQ(soft[place].distance, distance(by_score[place]));
      EXPECT_EQ(soft[place].score, static_cast<float>(score(by_score[place])));
      total += soft[place].probability;
    }
    EXPECT_NEAR(total, 1, 1e-5);
    for (std::size_t place = 0; place < 7; ++place)
      EXPECT_EQ(hard[place].label, by_distance[place]);
  }
  EXPECT_THROW(best_classes(codebook, {codes, z}, 5, 1), std::invalid_argument);
  EXPECT_TRUE(best_classes(codebook, {codes, z}, 0, 0).empty());
}

}  // namespace
}  // namespace llcodes
