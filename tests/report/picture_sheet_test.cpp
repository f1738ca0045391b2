#include "llcodes/report/picture_sheet.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "decode_base64.h"
#include "llcodes/data/picture.h"
#include "llcodes/report/base64.h"
#include "small_run.h"

namespace llcodes::report {
namespace {

std::string base64_of(const std::string& text) {
  return base64({reinterpret_cast<const std::uint8_t*>(text.data()), text.size()});
}

// RFC 4648, section 10.
TEST(Base64, TestVectorsOfTheStandard) {
  EXPECT_EQ(base64_of(""), "");
  EXPECT_EQ(base64_of("f"), "Zg==");
  EXPECT_EQ(base64_of("fo"), "Zm8=");
  EXPECT_EQ(base64_of("foo"), "Zm9v");
  EXPECT_EQ(base64_of("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_of("\xff\xfe"), "//4=");
}

TEST(PictureSheet, TheSamePictureHasOnePlace) {
  const DataBundle data = test::small_pictures();
  const PictureSource source(data.test);
  PictureSheet sheet;
  EXPECT_EQ(sheet.add(source, data.test->name(3)), 0);
  EXPECT_EQ(sheet.add(source, data.test->name(5)), 1);
  EXPECT_EQ(sheet.add(source, data.test->name(3)), 0);
  EXPECT_EQ(sheet.add(source, "no such name"), kNoPicture);
  EXPECT_EQ(sheet.to_json().at("count"), 2);
}

TEST(PictureSheet, NoDataAndFeaturesGiveNoPictures) {
  PictureSheet sheet;
  EXPECT_EQ(sheet.add(PictureSource(nullptr), "a"), kNoPicture);
  const InputShape features{.is_picture = false, .channels = 2};
  const auto vectors = std::make_shared<MemoryDataset>(features, std::vector<float>{1, 2},
                                                       std::vector<std::int32_t>{0}, "features");
  EXPECT_EQ(sheet.add(PictureSource(vectors), vectors->name(0)), kNoPicture);
  EXPECT_TRUE(sheet.to_json().is_null());
}

TEST(PictureSheet, GreyPicturesComeBackPixelForPixel) {
  const DataBundle data = test::small_pictures();
  const PictureSource source(data.test);
  PictureSheet sheet;
  for (std::size_t i = 0; i < 30; ++i) sheet.add(source, data.test->name(i));
  const nlohmann::json json = sheet.to_json();
  EXPECT_TRUE(json.at("ink"));
  const std::string uri = json.at("sheet");
  ASSERT_TRUE(uri.starts_with("data:image/webp;base64,"));
  const std::string bytes = test::decode_base64(uri.substr(uri.find(',') + 1));
  const Picture picture = decode_picture(std::as_bytes(std::span(bytes)), "sheet");
  const int side = json.at("side"), columns = json.at("columns");
  EXPECT_EQ(picture.width, side * columns);
  Example example;
  data.test->get(29, example);  // the second row of the sheet
  for (int y = 0; y < side; ++y) {
    for (int x = 0; x < side; ++x) {
      const int left = 29 % columns * side + x, top = 29 / columns * side + y;
      EXPECT_EQ(picture.pixels[static_cast<std::size_t>((top * picture.width + left) * 3)],
                example.pixels[static_cast<std::size_t>(y * side + x)]);
    }
  }
}

}  // namespace
}  // namespace llcodes::report
