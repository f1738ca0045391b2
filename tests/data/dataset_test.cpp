#include "llcodes/data/dataset.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "expect_error.h"

namespace llcodes {
namespace {

using test::expect_error;

constexpr InputShape kTiny{.is_picture = true, .channels = 1, .height = 1, .width = 2};

TEST(MemoryDataset, ReturnsTheInstanceAsked) {
  const MemoryDataset dataset(kTiny, std::vector<std::uint8_t>{1, 2, 3, 4}, {7, 8}, "toy");
  Example example;
  dataset.get(1, example);
  EXPECT_EQ(example.pixels, (std::vector<std::uint8_t>{3, 4}));
  EXPECT_EQ(example.label, 8);
  EXPECT_EQ(dataset.name(1), "toy row 1");
  EXPECT_THROW(dataset.get(2, example), std::out_of_range);
}

TEST(MemoryDataset, HoldsFeatures) {
  const InputShape shape{.is_picture = false, .channels = 3, .height = 1, .width = 1};
  const MemoryDataset dataset(shape, std::vector<float>{1, 2, 3, 4, 5, 6}, {0, 1}, "toy");
  Example example;
  dataset.get(1, example);
  EXPECT_EQ(example.features, (std::vector<float>{4, 5, 6}));
}

TEST(MemoryDataset, RefusesCountsThatDoNotMatch) {
  const auto build = [] { MemoryDataset(kTiny, std::vector<std::uint8_t>(5), {0, 1}, "toy"); };
  expect_error<std::invalid_argument>(build, {"toy", "2 labels", "5 values"});
}

TEST(SubsetDataset, KeepsTheGivenOrder) {
  const auto base =
      std::make_shared<MemoryDataset>(kTiny, std::vector<std::uint8_t>{1, 2, 3, 4, 5, 6},
                                      std::vector<std::int32_t>{7, 8, 9}, "toy");
  const SubsetDataset subset(base, {2, 0});
  Example example;
  subset.get(0, example);
  EXPECT_EQ(example.pixels, (std::vector<std::uint8_t>{5, 6}));
  EXPECT_EQ(subset.label(1), 7);
  EXPECT_EQ(subset.name(0), "toy row 2");
  EXPECT_THROW(SubsetDataset(base, {3}), std::invalid_argument);
}

std::vector<std::int32_t> labels_of_sizes(const std::vector<int>& sizes) {
  std::vector<std::int32_t> labels;
  for (std::size_t c = 0; c < sizes.size(); ++c) {
    labels.insert(labels.end(), static_cast<std::size_t>(sizes[c]), static_cast<std::int32_t>(c));
  }
  return labels;
}

TEST(SplitByClass, HoldsOutTheShareOfEveryClass) {
  const auto labels = labels_of_sizes({100, 20, 2, 1});
  const SplitIndices split = split_by_class(labels, 0.1, 5);
  std::vector<int> held_out(4);
  for (const auto i : split.held_out) ++held_out[static_cast<std::size_t>(labels[i])];
  EXPECT_EQ(held_out, (std::vector<int>{10, 2, 1, 0}));
}

TEST(SplitByClass, PutsEachInstanceOnOneSide) {
  const auto labels = labels_of_sizes({30, 30, 30});
  const SplitIndices split = split_by_class(labels, 0.3, 1);
  std::set<std::uint32_t> all(split.kept.begin(), split.kept.end());
  all.insert(split.held_out.begin(), split.held_out.end());
  EXPECT_EQ(all.size(), labels.size());
  EXPECT_EQ(split.kept.size() + split.held_out.size(), labels.size());
  EXPECT_TRUE(std::is_sorted(split.kept.begin(), split.kept.end()));
}

TEST(SplitByClass, DependsOnTheSeedOnly) {
  const auto labels = labels_of_sizes({50, 50});
  EXPECT_EQ(split_by_class(labels, 0.2, 3).held_out, split_by_class(labels, 0.2, 3).held_out);
  EXPECT_NE(split_by_class(labels, 0.2, 3).held_out, split_by_class(labels, 0.2, 4).held_out);
}

TEST(SplitByClass, NeverTakesAWholeClass) {
  const SplitIndices split = split_by_class(labels_of_sizes({3}), 0.99, 0);
  EXPECT_EQ(split.kept.size(), 1u);
  EXPECT_THROW(split_by_class({0}, 1.0, 0), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
