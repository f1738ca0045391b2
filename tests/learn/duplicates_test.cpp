#include "llcodes/learn/duplicates.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

TEST(RepairDuplicates, MovesTheLaterClassToTheCheapestFreeCode) {
  const Codes codes = Codes::from_text({"101", "101", "001"});
  // Flipping bit 0 of class 1 is cheapest but leads to the code of class 2; bit 2 comes next.
  const std::vector<float> latent = {1, -1, 1, 0.1f, -0.9f, 0.5f, -1, -1, 1};
  const RepairedCodes repaired = repair_duplicates(codes, latent);
  EXPECT_EQ(repaired.moved, 1u);
  EXPECT_EQ(repaired.codes, Codes::from_text({"101", "100", "001"}));
}

TEST(RepairDuplicates, FillsTheWholeCubeFromOneCode) {
  constexpr int kBits = 6;
  const Codes codes(kBits, 64);
  const std::vector<float> latent(64 * kBits, 0.5f);
  const RepairedCodes repaired = repair_duplicates(codes, latent);
  std::set<Word> distinct;
  for (std::size_t label = 0; label < 64; ++label) distinct.insert(repaired.codes[label][0]);
  EXPECT_EQ(distinct.size(), 64u);
  EXPECT_EQ(repaired.moved, 63u);
}

/// Oracle: the cheapest free code by trying all codes.
TEST(RepairDuplicates, CostEqualsTheExhaustiveMinimum) {
  constexpr int kBits = 8;
  for (std::uint64_t trial = 0; trial < 50; ++trial) {
    Random random(trial, 0, 0);
    Codes codes(kBits, 20);
    std::vector<float> latent;
    for (std::size_t label = 0; label < 20; ++label) {
      const Word code = label == 19 ? codes[0][0] : random.below(256);
      codes[label][0] = code;
      for (int bit = 0; bit < kBits; ++bit) latent.push_back(static_cast<float>(random.uniform(-1, 1)));
    }
    std::set<Word> taken;
    for (std::size_t label = 0; label < 19; ++label) taken.insert(codes[label][0]);
    if (taken.size() != 19) continue;  // only the last class may be homeless here
    double best = std::numeric_limits<double>::infinity();
    const auto cost = [&](Word code) {
      double sum = 0;
      for (int bit = 0; bit < kBits; ++bit) {
        if ((code ^ codes[19][0]) >> bit & 1) sum += std::abs(latent[19 * kBits + static_cast<std::size_t>(bit)]);
      }
      return sum;
    };
    for (Word code = 0; code < 256; ++code) {
      if (!taken.contains(code)) best = std::min(best, cost(code));
    }
    const Codes repaired = repair_duplicates(codes, latent).codes;
    EXPECT_FALSE(taken.contains(repaired[19][0]));
    EXPECT_NEAR(cost(repaired[19][0]), best, 1e-6);
  }
}

TEST(RepairDuplicates, RefusesMoreClassesThanCodes) {
  EXPECT_THROW(repair_duplicates(Codes(2, 5), std::vector<float>(10, 1.0f)), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
