#include "llcodes/data/picture.h"

#include <gtest/gtest.h>

#include <cstdlib>

#include "expect_error.h"
#include "llcodes/data/picture_view.h"
#include "llcodes/data/resize.h"
#include "make_picture.h"

namespace llcodes {
namespace {

using test::Canvas;
using test::expect_error;
using test::filled;

Picture decode(const std::string& bytes, int side = 0, const PictureLimits& limits = {}) {
  return decode_picture(std::as_bytes(std::span(bytes.data(), bytes.size())), "x", side, limits);
}

void expect_colour(const Picture& picture, std::vector<int> colour, int tolerance = 0) {
  ASSERT_EQ(picture.pixels.size(), static_cast<std::size_t>(3 * picture.height * picture.width));
  for (std::size_t i = 0; i < picture.pixels.size(); ++i) {
    ASSERT_LE(std::abs(picture.pixels[i] - colour[i % 3]), tolerance) << "at " << i;
  }
}

TEST(Picture, DecodesPng) {
  expect_colour(decode(test::png(filled(5, 3, {10, 20, 30}))), {10, 20, 30});
  expect_colour(decode(test::png(filled(5, 3, {77}), PNG_FORMAT_GRAY)), {77, 77, 77});
  const Picture picture = decode(test::png(filled(5, 3, {1, 2, 3})));
  EXPECT_EQ(picture.width, 5);
  EXPECT_EQ(picture.height, 3);
}

TEST(Picture, SixteenBitsAChannelKeepTheirHighEight) {
  expect_colour(decode(test::png16(filled(5, 3, {10, 128, 250}), 0)), {10, 128, 250}, 1);
  expect_colour(decode(test::png16(filled(5, 3, {10, 128, 250}), 255)), {10, 128, 250}, 1);
}

TEST(Picture, AnimationsShowTheirFirstPictureOrAreRefused) {
  const std::string still = test::png(filled(5, 3, {10, 20, 30}));
  expect_colour(decode(test::animated_png(still)), {10, 20, 30});
  expect_error<FormatError>([] { decode(test::animated_webp(8)); }, {"WebP", "animation"});
}

TEST(Picture, ShowsTransparencyAsWhite) {
  expect_colour(decode(test::png(filled(4, 4, {0, 0, 0, 0}), PNG_FORMAT_RGBA)), {255, 255, 255});
  expect_colour(decode(test::png(filled(4, 4, {0, 100, 200, 255}), PNG_FORMAT_RGBA)),
                {0, 100, 200});
  expect_colour(decode(test::webp(filled(4, 4, {9, 8, 7, 0}))), {255, 255, 255});
}

TEST(Picture, DecodesWebp) {
  expect_colour(decode(test::webp(filled(6, 4, {10, 200, 30, 255}))), {10, 200, 30});
}

TEST(Picture, DecodesJpeg) {
  expect_colour(decode(test::jpeg(filled(16, 8, {200, 100, 50}))), {200, 100, 50}, 4);
  expect_colour(decode(test::jpeg(filled(16, 8, {90}), TJPF_GRAY)), {90, 90, 90}, 4);
  // Inverted CMYK: full light in C, half in M and Y, three quarters of light in K.
  expect_colour(decode(test::jpeg(filled(16, 8, {255, 128, 128, 191}), TJPF_CMYK)), {191, 96, 96},
                4);
}

TEST(Picture, DecodesJpegAtTheSmallestScaleThatIsLargeEnough) {
  const std::string bytes = test::jpeg(filled(640, 480, {200, 100, 50}));
  EXPECT_EQ(decode(bytes, 32).height, 60);
  EXPECT_EQ(decode(bytes, 61).height, 120);
  EXPECT_EQ(decode(bytes, 1000).height, 480);
  expect_colour(decode(bytes, 32), {200, 100, 50}, 4);
}

TEST(Picture, HasLimits) {
  const std::string bytes = test::png(filled(50, 40, {1, 2, 3}));
  expect_error<FormatError>([&] { decode(bytes, 0, {.max_pixels = 1999}); }, {"50 x 40", "1999"});
  expect_error<FormatError>([&] { decode(bytes, 0, {.max_file_bytes = 20}); }, {"file size", "20"});
  EXPECT_EQ(decode(bytes, 0, {.max_pixels = 2000}).height, 40);
}

TEST(Picture, KnowsFormatsByTheirBytes) {
  const auto format = [](const std::string& bytes) {
    return picture_format(std::as_bytes(std::span(bytes.data(), bytes.size())));
  };
  EXPECT_EQ(format(test::png(filled(1, 1, {1, 2, 3}))), PictureFormat::kPng);
  EXPECT_EQ(format(test::jpeg(filled(1, 1, {1, 2, 3}))), PictureFormat::kJpeg);
  EXPECT_EQ(format(test::webp(filled(1, 1, {1, 2, 3, 4}))), PictureFormat::kWebp);
  EXPECT_EQ(format("GIF89a and so on"), PictureFormat::kUnknown);
  expect_error<FormatError>([] { decode("GIF89a and so on"); }, {"JPEG, PNG or WebP"});
}

/// A picture with detail, so that every part of its file matters.
Canvas noise(int channels) {
  Canvas canvas{9, 7, {}};
  std::uint32_t state = 1;
  for (int i = 0; i < 9 * 7 * channels; ++i) {
    state = state * 1664525 + 1013904223;
    canvas.pixels.push_back(static_cast<std::uint8_t>(state >> 24));
  }
  return canvas;
}

/// Decoders may accept a changed bit (a pixel differs) but nothing else than FormatError may
/// happen.
void expect_survives(const std::string& bytes) {
  const auto attempt = [](const std::string& changed) {
    try {
      decode(changed, 3);
    } catch (const FormatError&) {
    }
  };
  for (std::size_t length = 0; length < bytes.size(); ++length) attempt(bytes.substr(0, length));
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string changed = bytes;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      attempt(changed);
    }
  }
}

TEST(Picture, SurvivesHostileBytes) {
  expect_survives(test::png(noise(3)));
  expect_survives(test::jpeg(noise(3)));
  expect_survives(test::webp(noise(4)));
}

TEST(Picture, RefusesCutFiles) {
  for (const std::string& bytes :
       {test::png(noise(3)), test::jpeg(noise(3)), test::webp(noise(4))}) {
    EXPECT_THROW(decode(bytes.substr(0, bytes.size() / 2)), FormatError);
    EXPECT_THROW(decode(bytes.substr(0, bytes.size() * 9 / 10)), FormatError);
  }
}

TEST(CentreSquare, ResizesAndCropsTheMiddle) {
  Canvas canvas = filled(8, 4, {0, 0, 0});
  for (int y = 0; y < 4; ++y) {
    for (int x = 2; x < 6; ++x)
      canvas.pixels[static_cast<std::size_t>(3 * (y * 8 + x))] = x < 4 ? 100 : 200;
  }
  const auto square = centre_square({.height = 4, .width = 8, .pixels = canvas.pixels}, 2);
  // Halving weighs four columns by 1, 3, 3, 1: (0 + 300 + 300 + 200) / 8, (100 + 600 + 600 + 0) / 8.
  EXPECT_EQ(square, (std::vector<std::uint8_t>{100, 163, 100, 163, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Resize, AveragesWholeFactorsExactly) {
  const std::vector<std::uint8_t> pixels = {0, 10, 20, 30, 40, 50, 60, 70};
  EXPECT_EQ(resize_plane(pixels, {2, 4}, {1, 2}), (std::vector<std::uint8_t>{25, 45}));
  EXPECT_EQ(resize_plane(pixels, {2, 4}, {2, 4}), pixels);
}

TEST(Resize, SharesPixelsBetweenFractions) {
  // 3 -> 2: each result covers one and a half source pixels.
  EXPECT_EQ(resize_plane(std::vector<std::uint8_t>{30, 60, 90}, {1, 3}, {1, 2}),
            (std::vector<std::uint8_t>{40, 80}));
  // 2 -> 3: the middle one covers half of each.
  EXPECT_EQ(resize_plane(std::vector<std::uint8_t>{30, 90}, {1, 2}, {1, 3}),
            (std::vector<std::uint8_t>{30, 60, 90}));
}

TEST(Resize, KeepsConstantPlanesConstant) {
  for (int from = 1; from < 40; ++from) {
    for (int to = 1; to < 40; ++to) {
      const auto count = static_cast<std::size_t>(from * from);
      for (const auto pixel :
           resize_plane(std::vector<std::uint8_t>(count, 201), {from, from}, {to, to})) {
        ASSERT_EQ(pixel, 201) << from << " to " << to;
      }
    }
  }
}

TEST(Resize, ChecksSizes) {
  EXPECT_THROW(resize_plane(std::vector<std::uint8_t>(3), {1, 4}, {1, 1}), std::invalid_argument);
  EXPECT_THROW(resize_plane(std::vector<std::uint8_t>(), {0, 0}, {1, 1}), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
