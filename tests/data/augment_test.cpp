#include "llcodes/data/augment.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "expect_error.h"
#include "llcodes/data/elastic.h"

namespace llcodes {
namespace {

using test::expect_error;

constexpr InputShape kShape{.is_picture = true, .channels = 3, .height = 12, .width = 10};
const Normalization kNormalization{{0.4f, 0.5f, 0.6f}, {0.2f, 0.25f, 0.3f}};

Example noise_picture(const InputShape& shape) {
  Example example;
  Random random(1, 2, 3);
  for (std::size_t i = 0; i < shape.size(); ++i) {
    example.pixels.push_back(static_cast<std::uint8_t>(random.below(256)));
  }
  return example;
}

std::vector<float> augmented(const Example& example, const InputShape& shape,
                             const AugmentOptions& options, std::uint64_t index = 0) {
  std::vector<float> out(shape.size());
  to_augmented_input(example, shape, {}, options, Random(9, 0, index), out);
  return out;
}

std::vector<float> plain(const Example& example, const InputShape& shape) {
  std::vector<float> out(shape.size());
  to_input(example, shape, {}, out);
  return out;
}

TEST(ToInput, Normalises) {
  const Example example = noise_picture(kShape);
  std::vector<float> out(kShape.size());
  to_input(example, kShape, kNormalization, out);
  const std::size_t plane = 12 * 10;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::size_t c = i / plane;
    const float expected = (static_cast<float>(example.pixels[i]) / 255 - kNormalization.mean[c]) /
                           kNormalization.deviation[c];
    EXPECT_NEAR(out[i], expected, 1e-5f);
  }
}

TEST(ToInput, ChecksSizes) {
  Example example = noise_picture(kShape);
  std::vector<float> out(kShape.size() - 1);
  EXPECT_THROW(to_input(example, kShape, kNormalization, out), std::invalid_argument);
  out.resize(kShape.size());
  EXPECT_THROW(to_input(example, kShape, {{0.5f}, {0.5f}}, out), std::invalid_argument);
}

TEST(ToAugmentedInput, WithoutChangeGivesTheSameBitsAsToInput) {
  const Example example = noise_picture(kShape);
  std::vector<float> expected(kShape.size()), warped(kShape.size());
  to_input(example, kShape, kNormalization, expected);
  // Erasing with a probability that never strikes sends the picture through the affine map.
  to_augmented_input(example, kShape, kNormalization, {.erase = 1e-12}, Random(1, 1, 1), warped);
  EXPECT_EQ(warped, expected);
  to_augmented_input(example, kShape, kNormalization, {.erase = 1e-12, .reflect = true},
                     Random(1, 1, 1), warped);
  EXPECT_EQ(warped, expected);
}

TEST(ToAugmentedInput, IsAFunctionOfTheRandomKeys) {
  const Example example = noise_picture(kShape);
  const AugmentOptions options{
      .shift = 0.1, .scale = 0.1, .rotation = 10, .contrast = 0.3, .stroke = 0.5, .erase = 0.5};
  EXPECT_EQ(augmented(example, kShape, options, 4), augmented(example, kShape, options, 4));
  EXPECT_NE(augmented(example, kShape, options, 4), augmented(example, kShape, options, 5));
}

TEST(ToAugmentedInput, MirrorsHalfOfTheTime) {
  const Example example = noise_picture(kShape);
  const std::vector<float> straight = plain(example, kShape);
  std::vector<float> mirrored = straight;
  for (auto row = mirrored.begin(); row != mirrored.end(); row += 10) std::reverse(row, row + 10);
  int count = 0;
  for (std::uint64_t i = 0; i < 200; ++i) {
    const std::vector<float> out = augmented(example, kShape, {.mirror = true}, i);
    EXPECT_TRUE(out == straight || out == mirrored);
    count += out == mirrored;
  }
  EXPECT_GT(count, 70);
  EXPECT_LT(count, 130);
}

TEST(ToAugmentedInput, OutsideIsBackgroundOrReflection) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = 16, .width = 16};
  Example white;
  white.pixels.assign(shape.size(), 255);
  int with_background = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    const auto background = augmented(white, shape, {.shift = 0.5}, i);
    with_background += *std::min_element(background.begin(), background.end()) == 0.0f;
    const auto reflected =
        augmented(white, shape, {.shift = 0.5, .rotation = 40, .reflect = true}, i);
    EXPECT_FLOAT_EQ(*std::min_element(reflected.begin(), reflected.end()), 1.0f);
  }
  EXPECT_GT(with_background, 15);
}

/// The oracle of the affine map: the same picture, moved by a plain double computation.
TEST(ToAugmentedInput, ShiftAgreesWithInterpolation) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = 1, .width = 9};
  Example ramp;
  for (int i = 0; i < 9; ++i) ramp.pixels.push_back(static_cast<std::uint8_t>(20 * i));
  const auto out = augmented(ramp, shape, {.shift = 0.2, .reflect = true}, 3);
  const double moved = out[4] * 255 / 20 - 4;  // of a ramp the shift can be read off
  EXPECT_LE(std::abs(moved), 0.2 * 9);
  for (int i = 3; i < 6; ++i)
    EXPECT_NEAR(out[static_cast<std::size_t>(i)] * 255 / 20, i + moved, 0.02);
}

TEST(ToAugmentedInput, StrokesGetThinnerOrThicker) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = 15, .width = 15};
  Example bar;
  bar.pixels.assign(shape.size(), 0);
  for (std::size_t y = 3; y < 12; ++y)
    std::fill_n(bar.pixels.begin() + static_cast<std::ptrdiff_t>(15 * y + 6), 3, 255);
  const auto ink = [](const std::vector<float>& picture) {
    return std::accumulate(picture.begin(), picture.end(), 0.0f);
  };
  const float before = ink(plain(bar, shape));
  int thinner = 0, thicker = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const float after = ink(augmented(bar, shape, {.stroke = 1}, i));
    thinner += after < before;
    thicker += after > before;
  }
  EXPECT_EQ(thinner + thicker, 100);
  EXPECT_GT(std::min(thinner, thicker), 25);
}

TEST(ToAugmentedInput, CoarsePicturesHaveSquarePixelsOfTheSameInk) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = 16, .width = 16};
  Example noise;
  for (std::uint32_t i = 0; i < 256; ++i) noise.pixels.push_back(static_cast<std::uint8_t>(i * 89));
  for (std::uint64_t i = 0; i < 20; ++i) {
    const auto out = augmented(noise, shape, {.coarse = 1}, i);
    const std::set<float> values(out.begin(), out.end());
    EXPECT_LE(values.size(), 64u);  // 8 x 8 cells at most
    EXPECT_GE(values.size(), 8u);
    const auto before = plain(noise, shape);
    EXPECT_NEAR(std::accumulate(out.begin(), out.end(), 0.0f),
                std::accumulate(before.begin(), before.end(), 0.0f), 1.01f);
  }
}

TEST(ToAugmentedInput, ElasticChangesPlacesNotInk) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = 32, .width = 32};
  Example ramp;
  for (int i = 0; i < 32 * 32; ++i) ramp.pixels.push_back(static_cast<std::uint8_t>(8 * (i % 32)));
  const auto out = augmented(ramp, shape, {.elastic = 0.05, .reflect = true}, 1);
  float largest = 0;
  for (int y = 0; y < 32; ++y) {
    for (int x = 4; x < 28; ++x) {  // of a ramp each pixel's displacement can be read off
      const float place = out[static_cast<std::size_t>(32 * y + x)] * 255 / 8;
      largest = std::max(largest, std::abs(place - static_cast<float>(x)));
    }
  }
  EXPECT_GT(largest, 0.3f);
  EXPECT_LE(largest, 0.05f * 32 * 1.6f) << "cubic interpolation may overshoot a little";
}

TEST(CubicWeights, SumToOneAndMeetTheNodes) {
  CubicWeights weights;
  weights.assign(31);
  for (std::size_t pixel = 0; pixel < 31; ++pixel) {
    float sum = 0;
    for (int node = 0; node < CubicWeights::kNodes; ++node) sum += weights.of_node(node)[pixel];
    EXPECT_NEAR(sum, 1, 1e-6);
  }
  EXPECT_FLOAT_EQ(weights.of_node(1)[10], 1);
  EXPECT_FLOAT_EQ(weights.of_node(3)[30], 1);
  weights.assign(1);
  EXPECT_FLOAT_EQ(weights.of_node(0)[0], 1);
}

TEST(ToAugmentedInput, ErasesOneRectangleToTheMean) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = 16, .width = 16};
  Example white;
  white.pixels.assign(shape.size(), 255);
  const auto out = augmented(white, shape, {.erase = 1});
  const auto erased = std::count(out.begin(), out.end(), 0.0f);
  EXPECT_GE(erased, 1);
  EXPECT_LE(erased, 80);
}

TEST(ToAugmentedInput, NoiseOfFeaturesFollowsTheRow) {
  const InputShape shape{.is_picture = false, .channels = 2000, .height = 1, .width = 1};
  Example example;
  Random random(5, 5, 5);
  for (int i = 0; i < 2000; ++i)
    example.features.push_back(static_cast<float>(3 * random.normal()));
  const auto out = augmented(example, shape, {.noise = 0.1});
  double squares = 0;
  for (std::size_t i = 0; i < out.size(); ++i) squares += std::pow(out[i] - example.features[i], 2);
  EXPECT_NEAR(std::sqrt(squares / 2000), 0.3, 0.03);
}

TEST(MeasureNormalization, IsMeanAndDeviationPerChannel) {
  const InputShape shape{.is_picture = true, .channels = 2, .height = 1, .width = 2};
  const MemoryDataset dataset(shape, std::vector<std::uint8_t>{0, 255, 51, 51, 0, 255, 51, 51},
                              {0, 1}, "toy");
  const Normalization measured = measure_normalization(dataset);
  EXPECT_FLOAT_EQ(measured.mean[0], 0.5f);
  EXPECT_FLOAT_EQ(measured.deviation[0], 0.5f);
  EXPECT_FLOAT_EQ(measured.mean[1], 0.2f);
  EXPECT_FLOAT_EQ(measured.deviation[1], 1.0f) << "a constant channel keeps its size";
}

TEST(MeasureNormalization, OfFeaturesIsEmpty) {
  const InputShape shape{.is_picture = false, .channels = 2, .height = 1, .width = 1};
  const MemoryDataset dataset(shape, std::vector<float>{1, 2}, {0}, "toy");
  EXPECT_TRUE(measure_normalization(dataset).mean.empty());
}

TEST(AugmentOptions, HaveNoEffectUnlessTheySuitTheData) {
  expect_error<std::invalid_argument>(
      [] {
        check(AugmentOptions{.shift = 0.1}, {false, 5, 1, 1});
      },
      {"features", "augment-noise"});
  expect_error<std::invalid_argument>([] { check(AugmentOptions{.noise = 0.1}, kShape); },
                                      {"pictures"});
  EXPECT_NO_THROW(check(character_augmentation(), kShape));
}

TEST(AugmentOptions, AreAllInTheTable) {
  AugmentOptions options;
  EXPECT_EQ(options_of(options).all().size(), 16u);
  EXPECT_FALSE(options.any());
  EXPECT_TRUE(photo_augmentation().any());
}

}  // namespace
}  // namespace llcodes
