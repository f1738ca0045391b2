#include "llcodes/data/chimeras.h"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

namespace llcodes {
namespace {

/// `classes` x 2 pictures of 2 channels, 4 rows and 6 columns; all pixels of one are its number.
std::shared_ptr<const Dataset> numbered_pictures(int classes) {
  const InputShape shape{.is_picture = true, .channels = 2, .height = 4, .width = 6};
  std::vector<std::uint8_t> pixels;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 2 * classes; ++i) {
    pixels.insert(pixels.end(), shape.size(), static_cast<std::uint8_t>(i));
    labels.push_back(i / 2);
  }
  return std::make_shared<MemoryDataset>(shape, std::move(pixels), std::move(labels), "numbers");
}

TEST(Chimeras, AreHalvesOfPicturesOfTwoClasses) {
  const auto known = numbered_pictures(20);
  const auto chimeras = make_chimeras(known, 1);
  ASSERT_EQ(chimeras->size(), known->size());
  std::set<bool> ways;
  std::set<int> firsts;
  for (std::size_t i = 0; i < chimeras->size(); ++i) {
    Example example;
    chimeras->get(i, example);
    const int first = example.pixels.front(), second = example.pixels.back();
    EXPECT_NE(first / 2, second / 2);
    EXPECT_EQ(example.label, kUnlabelled);
    EXPECT_EQ(chimeras->label(i), kUnlabelled);
    const bool side_by_side = example.pixels[5] == second;  // the end of the first row
    for (std::size_t at = 0; at < example.pixels.size(); ++at) {
      const std::size_t column = at % 6, row = at / 6 % 4;
      EXPECT_EQ(example.pixels[at], (side_by_side ? column < 3 : row < 2) ? first : second);
    }
    ways.insert(side_by_side);
    firsts.insert(first);
  }
  EXPECT_EQ(ways.size(), 2u);
  EXPECT_EQ(firsts.size(), known->size()) << "each instance is the first half of one";
}

TEST(Chimeras, OfFeaturesLieHalfWayAndAreAsLong) {
  const InputShape shape{.is_picture = false, .channels = 2};
  const auto known = std::make_shared<MemoryDataset>(shape, std::vector<float>{3, 0, 0, 1},
                                                     std::vector<std::int32_t>{0, 1}, "two");
  const auto chimeras = make_chimeras(known, 1);
  ASSERT_EQ(chimeras->size(), 2u);
  Example example;
  chimeras->get(0, example);
  EXPECT_NEAR(example.features[0], 2 * 3 / std::sqrt(10), 1e-6);
  EXPECT_NEAR(example.features[1], 2 * 1 / std::sqrt(10), 1e-6);
}

TEST(Chimeras, AreDeterminedByTheSeed) {
  const auto known = numbered_pictures(20);
  const auto names = [&](std::uint64_t seed) {
    std::string text;
    const auto chimeras = make_chimeras(known, seed);
    for (std::size_t i = 0; i < chimeras->size(); ++i) text += chimeras->name(i) + "\n";
    return text;
  };
  EXPECT_EQ(names(1), names(1));
  EXPECT_NE(names(1), names(2));
}

TEST(Chimeras, NeedTwoClasses) {
  EXPECT_EQ(make_chimeras(numbered_pictures(1), 1)->size(), 0u);
  const InputShape shape{.is_picture = false, .channels = 1};
  const auto unlabelled = std::make_shared<MemoryDataset>(
      shape, std::vector<float>{1, 2}, std::vector<std::int32_t>{kUnlabelled, kUnlabelled}, "x");
  EXPECT_EQ(make_chimeras(unlabelled, 1)->size(), 0u);
}

}  // namespace
}  // namespace llcodes
