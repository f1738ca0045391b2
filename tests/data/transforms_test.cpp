// Crops, resizing and colour jitter: by hand, and against torchvision where it is installed.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <sstream>

#include "llcodes/core/file.h"
#include "llcodes/data/colour_jitter.h"
#include "llcodes/data/picture_view.h"
#include "llcodes/data/resample.h"
#include "make_picture.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::Canvas;
using test::TempFolder;
using Pixels = std::vector<std::uint8_t>;

PixelView row(const Pixels& pixels) {
  return {pixels.data(), {1, static_cast<int>(pixels.size())}, 1};
}

Pixels resized(const Pixels& pixels, int width) {
  const double whole = static_cast<double>(pixels.size());
  return resample(row(pixels),
                  {.box = {0, 0, 1, whole}, .size = {1, width}, .window = {1, width}});
}

TEST(Resample, EqualsPillow) {
  // Pillow 9.4: list(Image.frombytes("L", (8, 1), bytes(...)).resize((n, 1), Image.BILINEAR)
  const Pixels pixels = {0, 10, 200, 30, 255, 90, 60, 7};
  EXPECT_EQ(resized(pixels, 3), (Pixels{54, 138, 67}));
  EXPECT_EQ(resized(pixels, 5), (Pixels{4, 119, 143, 113, 29}));
  EXPECT_EQ(resized(pixels, 12), (Pixels{0, 5, 42, 168, 115, 68, 217, 173, 85, 65, 34, 7}));
  EXPECT_EQ(resized(pixels, 8), pixels);
}

TEST(Resample, WindowsArePartsOfTheWhole) {
  Pixels pixels;
  for (int i = 0; i < 30 * 20 * 3; ++i) pixels.push_back(static_cast<std::uint8_t>(i * i % 251));
  const PixelView view{pixels.data(), {20, 30}, 3};
  const ResampleOptions whole{.box = {0, 0, 20, 30}, .size = {9, 13}, .window = {9, 13}};
  const ResampleOptions part{
      .box = {0, 0, 20, 30}, .size = {9, 13}, .top = 2, .left = 3, .window = {4, 5}};
  const Pixels all = resample(view, whole), some = resample(view, part);
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t y = 0; y < 4; ++y) {
      for (std::size_t x = 0; x < 5; ++x) {
        EXPECT_EQ(some[(c * 4 + y) * 5 + x], all[(c * 9 + y + 2) * 13 + x + 3]);
      }
    }
  }
}

TEST(Resample, RefusesBoxesAndWindowsOutside) {
  const Pixels pixels(12);
  EXPECT_THROW(resample(row(pixels), {.box = {0, 0, 2, 12}, .size = {1, 3}, .window = {1, 3}}),
               std::invalid_argument);
  EXPECT_THROW(
      resample(row(pixels), {.box = {0, 0, 1, 12}, .size = {1, 3}, .left = 1, .window = {1, 3}}),
      std::invalid_argument);
}

TEST(Crop, RandomBoxesLieInsideAndVary) {
  Random random(1, 2, 3);
  double smallest = 1, largest = 0;
  for (int i = 0; i < 1000; ++i) {
    const CropBox box = random_crop({375, 500}, {.smallest_area = 0.08}, random);
    EXPECT_GE(box.top, 0);
    EXPECT_GE(box.left, 0);
    EXPECT_LE(box.top + box.height, 375);
    EXPECT_LE(box.left + box.width, 500);
    const double share = box.height * box.width / (375.0 * 500);
    smallest = std::min(smallest, share);
    largest = std::max(largest, share);
  }
  EXPECT_GT(smallest, 0.079);
  EXPECT_LT(smallest, 0.1);
  EXPECT_GT(largest, 0.9);
}

TEST(Crop, CentreViewIsResizeAndCenterCrop) {
  // torchvision: Resize(256) of 500 x 375 gives 341 x 256; CenterCrop(224) starts at (16, 58).
  const CentreView view = centre_view({375, 500}, 224, 224.0 / 256);
  EXPECT_EQ(view.resized.height, 256);
  EXPECT_EQ(view.resized.width, 341);
  EXPECT_EQ(view.top, 16);
  EXPECT_EQ(view.left, 58);
}

TEST(ColourJitter, StepsDoWhatTheySay) {
  Pixels pixels = {100, 200, 50};  // one pixel
  ColourChange{.brightness = 0.5}.apply(pixels);
  EXPECT_EQ(pixels, (Pixels{50, 100, 25}));
  pixels = {255, 0, 0};
  ColourChange{.hue = 1.0 / 3}.apply(pixels);
  EXPECT_EQ(pixels, (Pixels{0, 255, 0})) << "red turns green";
  pixels = {10, 60, 200};
  ColourChange{.saturation = 0}.apply(pixels);
  EXPECT_EQ(pixels[0], pixels[1]);
  EXPECT_EQ(pixels[1], pixels[2]);
  pixels = {9, 8, 7, 6};
  EXPECT_THROW(ColourChange{}.apply(pixels), std::invalid_argument);
}

TEST(ColourJitter, IsAFunctionOfTheDraws) {
  const auto changed = [](std::uint64_t index) {
    Pixels pixels = {100, 20, 50, 80, 10, 200};
    Random random(5, 6, index);
    ColourChange::draw({.strength = 0.4, .hue = 0.1}, random).apply(pixels);
    return pixels;
  };
  EXPECT_EQ(changed(1), changed(1));
  EXPECT_NE(changed(1), changed(2));
}

// Against torchvision.

/// Smooth waves with some noise, as photographs have.
Canvas photograph(int width, int height) {
  Canvas canvas{width, height, {}};
  Random random(1, 1, 1);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      for (int c = 0; c < 3; ++c) {
        const double wave = std::sin(x * 0.05 * (c + 1)) * std::cos(y * 0.07) * 90 + 128;
        canvas.pixels.push_back(
            static_cast<std::uint8_t>(std::clamp(wave + random.normal() * 12, 0.0, 255.0)));
      }
    }
  }
  return canvas;
}

double mean_difference(const Pixels& a, const std::string& b) {
  EXPECT_EQ(a.size(), b.size());
  double sum = 0;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    sum += std::abs(a[i] - static_cast<std::uint8_t>(b[i]));
  }
  return sum / static_cast<double>(a.size());
}

class AgainstTorchvision : public testing::Test {
 protected:
  void SetUp() override {
    static const bool is_installed = run_tasks("/dev/null");
    if (!is_installed) GTEST_SKIP() << "python3-torchvision is not installed";
  }

  /// One start of Python for all tasks: it takes seconds.
  static bool run_tasks(const std::string& file) {
    const std::string script = LLCODES_SOURCE "/tests/data/torchvision_transforms.py";
    const std::string command = "/usr/bin/python3 " + script + " < " + file + " 2>/dev/null";
    return std::system(command.c_str()) == 0;
  }

  void perform(const std::string& tasks) const {
    ASSERT_TRUE(run_tasks(folder_.write("tasks", tasks)));
  }

  TempFolder folder_;
};

TEST_F(AgainstTorchvision, ResizeAndCenterCrop) {
  const PlaneSize sizes[] = {{375, 500}, {400, 300}, {1200, 1600}, {180, 200}};
  std::string tasks;
  for (const PlaneSize& size : sizes) {
    const Canvas canvas = photograph(size.width, size.height);
    const std::string name = std::to_string(size.width);
    const std::string png = folder_.write(name + ".png", test::png(canvas));
    const std::string jpeg = folder_.write(name + ".jpg", test::jpeg(canvas));
    tasks += "centre " + png + " " + png + ".raw\ncentre " + jpeg + " " + jpeg + ".raw\n";
  }
  perform(tasks);
  const PictureViewer viewer({.side = 224, .centre_share = 224.0 / 256});
  for (const PlaneSize& size : sizes) {
    const std::string png = folder_ / (std::to_string(size.width) + ".png");
    const std::string jpeg = folder_ / (std::to_string(size.width) + ".jpg");
    EXPECT_EQ(mean_difference(viewer.centre(png), read_text(png + ".raw")), 0) << png;
    EXPECT_LT(mean_difference(viewer.centre(jpeg), read_text(jpeg + ".raw")), 1) << jpeg;
  }
}

/// Hands out the numbers that torchvision got.
struct GivenDraws {
  std::vector<double> numbers;
  std::size_t next = 0;

  double uniform() { return numbers.at(next++); }
  std::uint64_t below(std::uint64_t n) {
    return static_cast<std::uint64_t>(uniform() * static_cast<double>(n));
  }
};

TEST_F(AgainstTorchvision, TheSameBoxesForTheSameDraws) {
  const PlaneSize sizes[] = {{375, 500}, {500, 333}, {64, 64}, {40, 400}, {400, 30}};
  std::ostringstream lines, ours;
  lines.precision(17);
  for (std::uint64_t i = 0; i < 500; ++i) {
    const PlaneSize size = sizes[i % 5];
    GivenDraws draws;
    Random random(1, 2, i);
    for (int k = 0; k < 22; ++k) draws.numbers.push_back(random.uniform());
    lines << size.height << " " << size.width;
    for (const double number : draws.numbers) lines << " " << number;
    lines << "\n";
    const CropBox box = random_crop(size, {.smallest_area = 0.08}, draws);
    ours << box.top << " " << box.left << " " << box.height << " " << box.width << "\n";
  }
  const std::string draws = folder_.write("draws", lines.str());
  perform("boxes " + draws + " " + (folder_ / "boxes") + "\n");
  EXPECT_EQ(ours.str(), read_text(folder_ / "boxes"));
}

struct ColourCase {
  const char* step;
  double amount;
  ColourChange change;
  double tolerance;
};

TEST_F(AgainstTorchvision, ColourSteps) {
  // Pillow rounds hue and saturation to 8 bits in between.
  const std::vector<ColourCase> cases = {{"brightness", 0.6, {.brightness = 0.6}, 0.01},
                                         {"brightness", 1.3, {.brightness = 1.3}, 0.01},
                                         {"contrast", 0.6, {.contrast = 0.6}, 0.01},
                                         {"contrast", 1.3, {.contrast = 1.3}, 0.01},
                                         {"saturation", 0.6, {.saturation = 0.6}, 0.01},
                                         {"saturation", 1.3, {.saturation = 1.3}, 0.01},
                                         {"hue", -0.1, {.hue = -0.1}, 2},
                                         {"hue", 0.25, {.hue = 0.25}, 2}};
  const Canvas canvas = photograph(40, 40);
  const std::string path = folder_.write("a.png", test::png(canvas));
  std::string tasks;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    tasks += "colour " + path + " " + (folder_ / std::to_string(i)) + " " + cases[i].step + " " +
             std::to_string(cases[i].amount) + "\n";
  }
  perform(tasks);
  for (std::size_t i = 0; i < cases.size(); ++i) {
    Pixels pixels = crop_square({.height = 40, .width = 40, .pixels = canvas.pixels},
                                {0, 0, 40, 40}, 40);
    cases[i].change.apply(pixels);
    EXPECT_LE(mean_difference(pixels, read_text(folder_ / std::to_string(i))), cases[i].tolerance)
        << cases[i].step << " " << cases[i].amount;
  }
}

}  // namespace
}  // namespace llcodes
