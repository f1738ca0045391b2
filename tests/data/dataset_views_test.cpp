#include "llcodes/data/dataset_views.h"

#include <gtest/gtest.h>

#include "expect_error.h"

namespace llcodes {
namespace {

using test::expect_error;
using Pixels = std::vector<std::uint8_t>;

TEST(Relabel, MatchesClassesByName) {
  const auto base =
      std::make_shared<MemoryDataset>(InputShape{true, 1, 1, 1}, Pixels{1, 2, 3, 4},
                                      std::vector<std::int32_t>{0, 1, 2, kUnlabelled}, "toy");
  const auto view = relabel(base, {"cat", "dog", "emu"}, {"emu", "ant", "cat"});
  EXPECT_EQ(view->label(0), 2);
  EXPECT_EQ(view->label(1), kUnlabelled) << "the model has no dog";
  EXPECT_EQ(view->label(2), 0);
  EXPECT_EQ(view->label(3), kUnlabelled);
  Example example;
  view->get(2, example);
  EXPECT_EQ(example.label, 0);
  EXPECT_EQ(example.pixels, Pixels{3});
  EXPECT_EQ(view->name(1), "toy row 1");
}

std::shared_ptr<const Dataset> one_picture(const InputShape& shape, Pixels pixels) {
  return std::make_shared<MemoryDataset>(shape, std::move(pixels), std::vector<std::int32_t>{5},
                                         "toy");
}

Pixels fitted(std::shared_ptr<const Dataset> dataset, const InputShape& shape) {
  Example example;
  const auto view = fit_to_shape(std::move(dataset), shape);
  view->get(0, example);
  EXPECT_EQ(view->shape(), shape);
  EXPECT_EQ(example.label, 5);
  return example.pixels;
}

TEST(FitToShape, TurnsColoursToGreyAndBack) {
  const auto rgb = one_picture({true, 3, 1, 2}, {255, 0, 255, 0, 255, 255});
  EXPECT_EQ(fitted(rgb, {true, 1, 1, 2}), (Pixels{255, 29}));
  const auto grey = one_picture({true, 1, 1, 2}, {7, 9});
  EXPECT_EQ(fitted(grey, {true, 3, 1, 2}), (Pixels{7, 9, 7, 9, 7, 9}));
}

TEST(FitToShape, Resizes) {
  const auto grey = one_picture({true, 1, 2, 2}, {0, 10, 20, 30});
  EXPECT_EQ(fitted(grey, {true, 1, 1, 1}), Pixels{15});
  EXPECT_EQ(fit_to_shape(grey, {true, 1, 2, 2}), grey) << "nothing to do";
}

TEST(FitToShape, RefusesWhatCannotFit) {
  const auto features = std::make_shared<MemoryDataset>(
      InputShape{false, 2, 1, 1}, std::vector<float>{1, 2}, std::vector<std::int32_t>{0}, "toy");
  expect_error<std::invalid_argument>(
      [&] {
        fit_to_shape(features, {false, 3, 1, 1});
      },
      {"2 features", "3 features"});
  expect_error<std::invalid_argument>(
      [&] {
        fit_to_shape(features, {true, 1, 32, 32});
      },
      {"2 features", "pictures of 1 x 32 x 32"});
}

}  // namespace
}  // namespace llcodes
