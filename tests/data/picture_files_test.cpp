// Pictures on disk: orientation, streaming, the cache, split files, and hostile folders.
#include "llcodes/data/picture_files.h"

#include <gtest/gtest.h>
#include <sys/resource.h>
#include <zlib.h>

#include <algorithm>

#include "expect_error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/printable.h"
#include "llcodes/data/exif.h"
#include "llcodes/data/source.h"
#include "llcodes/data/split_file.h"
#include "make_picture.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;
using test::Canvas;
using test::expect_error;
using test::filled;
using test::TempFolder;

std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
  return text;
}

std::string big(std::uint64_t value, int bytes) {
  std::string text = little(value, bytes);
  return {text.rbegin(), text.rend()};
}

/// A TIFF block whose only entry is the orientation.
std::string tiff(int orientation, bool big_endian) {
  const auto number = big_endian ? big : little;
  return (big_endian ? "MM" : "II") + number(42, 2) + number(8, 4) + number(1, 2) +
         number(0x0112, 2) + number(3, 2) + number(1, 4) +
         number(static_cast<std::uint64_t>(orientation), 2) + std::string(6, '\0');
}

std::string jpeg_with_exif(const std::string& jpeg, const std::string& block) {
  const std::string content = std::string("Exif\0\0", 6) + block;
  return jpeg.substr(0, 2) + "\xFF\xE1" + big(content.size() + 2, 2) + content + jpeg.substr(2);
}

std::string png_with_exif(const std::string& png, const std::string& block) {
  // libpng ignores the checksum of chunks it does not need.
  const std::size_t header_end = 8 + 25;
  const std::string chunk = "eXIf" + block;
  const auto* bytes = reinterpret_cast<const Bytef*>(chunk.data());
  return png.substr(0, header_end) + big(block.size(), 4) + chunk +
         big(crc32_z(0, bytes, chunk.size()), 4) + png.substr(header_end);
}

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

TEST(Exif, OrientationOfJpegAndPng) {
  const std::string jpeg = test::jpeg(filled(16, 8, {1, 2, 3}));
  const std::string png = test::png(filled(16, 8, {1, 2, 3}));
  EXPECT_EQ(exif_orientation(bytes_of(jpeg)), 1);
  EXPECT_EQ(exif_orientation(bytes_of(png)), 1);
  for (int orientation = 1; orientation <= 8; ++orientation) {
    for (const bool big_endian : {false, true}) {
      const std::string block = tiff(orientation, big_endian);
      EXPECT_EQ(exif_orientation(bytes_of(jpeg_with_exif(jpeg, block))), orientation);
      EXPECT_EQ(exif_orientation(bytes_of(png_with_exif(png, block))), orientation);
    }
  }
  EXPECT_EQ(exif_orientation(bytes_of(jpeg_with_exif(jpeg, tiff(9, true)))), 1);
}

TEST(Exif, DamageMeansUpright) {
  const std::string whole = jpeg_with_exif(test::jpeg(filled(16, 8, {1, 2, 3})), tiff(6, true));
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const int found = exif_orientation(bytes_of(whole.substr(0, length)));
    EXPECT_TRUE(found == 1 || found == 6) << length;
  }
  for (std::size_t at = 0; at < 60; ++at) {
    std::string changed = whole;
    changed[at] = static_cast<char>(changed[at] ^ 0xFF);
    const int found = exif_orientation(bytes_of(changed));
    EXPECT_TRUE(found >= 1 && found <= 8) << at;
  }
}

TEST(Exif, TurnsPicturesUpright) {
  // 3 wide, 2 high, pixel values 0 ... 5; results as PIL.ImageOps.exif_transpose gives them.
  const std::vector<std::vector<int>> expected = {
      {0, 1, 2, 3, 4, 5}, {2, 1, 0, 5, 4, 3}, {5, 4, 3, 2, 1, 0}, {3, 4, 5, 0, 1, 2},
      {0, 3, 1, 4, 2, 5}, {3, 0, 4, 1, 5, 2}, {5, 2, 4, 1, 3, 0}, {2, 5, 1, 4, 0, 3}};
  for (int orientation = 1; orientation <= 8; ++orientation) {
    Picture picture{.height = 2, .width = 3, .pixels = {}};
    for (int i = 0; i < 6; ++i)
      picture.pixels.insert(picture.pixels.end(), 3, static_cast<std::uint8_t>(i));
    const Picture turned = upright(picture, orientation);
    EXPECT_EQ(turned.width, orientation >= 5 ? 2 : 3);
    for (std::size_t i = 0; i < 6; ++i) {
      EXPECT_EQ(turned.pixels[3 * i], expected[static_cast<std::size_t>(orientation - 1)][i])
          << orientation << " at " << i;
    }
  }
}

TEST(FileName, OtherBytesAreShownAsCodes) {
  EXPECT_EQ(printable_name("caf\xC3\xA9.png"), "caf\xC3\xA9.png");
  EXPECT_EQ(printable_name("caf\xE9.png"), "caf\\xE9.png");
  EXPECT_EQ(printable_name("\xED\xA0\x80"), "\\xED\\xA0\\x80") << "a surrogate";
  EXPECT_EQ(printable_name("\xC0\xAF\xF5"), "\\xC0\\xAF\\xF5");
}

std::string png_of(int value, int width = 40, int height = 30) {
  return test::png(
      filled(width, height, std::vector<std::uint8_t>(3, static_cast<std::uint8_t>(value))));
}

/// Two classes with eight pictures each.
void fill(const TempFolder& folder) {
  for (int i = 0; i < 8; ++i) {
    folder.write("cat/" + std::to_string(i) + ".png", png_of(10 * i));
    folder.write("dog/" + std::to_string(i) + ".png", png_of(100 + 10 * i));
  }
}

DataOptions options_for(const TempFolder& folder, const std::string& pictures) {
  DataOptions options;
  options.data = folder.path().string();
  options.picture_size = 16;
  options.pictures = pictures;
  return options;
}

TEST(PictureFiles, DiskAndMemoryHoldTheSamePictures) {
  const TempFolder folder;
  fill(folder);
  const OpenedData memory = open_data(folder.path().string(), "", options_for(folder, "memory"));
  const OpenedData disk = open_data(folder.path().string(), "", options_for(folder, "disk"));
  ASSERT_EQ(disk.dataset->size(), 16u);
  Example a, b;
  for (std::size_t i = 0; i < 16; ++i) {
    memory.dataset->get(i, a);
    disk.dataset->get(i, b);
    EXPECT_EQ(a.pixels, b.pixels);
    EXPECT_EQ(a.label, b.label);
    EXPECT_EQ(memory.dataset->name(i), disk.dataset->name(i));
  }
}

TEST(PictureFiles, CropsComeFromTheWholePicture) {
  const TempFolder folder;
  Canvas canvas = filled(64, 48, {0, 0, 0});
  for (int y = 0; y < 48; ++y) {
    for (int x = 0; x < 4; ++x) canvas.pixels[static_cast<std::size_t>(3 * (y * 64 + x))] = 255;
  }
  const std::string path = folder.write("a.png", test::png(canvas));
  const PictureFiles files({path}, {0}, {.side = 16});
  Example example;
  files.get(0, example);
  EXPECT_EQ(*std::max_element(example.pixels.begin(), example.pixels.end()), 0)
      << "the middle begins at column 8 and blurs over 3: the red stripe at the left is out of "
         "reach";
  files.get_crop(
      0,
      [](PlaneSize size) {
        EXPECT_EQ(size.width, 64);
        return CropBox{0, 0, 4, 4};
      },
      example);
  EXPECT_EQ(example.pixels[0], 255);
  EXPECT_EQ(example.pixels[16 * 16], 0) << "green";
}

TEST(PictureFiles, TheCacheGivesTheSameViewsAndHealsItself) {
  const TempFolder folder;
  Canvas canvas{200, 150, {}};
  for (int i = 0; i < 200 * 150 * 3; ++i)
    canvas.pixels.push_back(static_cast<std::uint8_t>(i * 7 % 256));
  const std::string path = folder.write("a.jpg", test::jpeg(canvas));
  const ViewOptions plain{.side = 32, .centre_share = 0.875};
  ViewOptions cached = plain;
  cached.cache = folder / "cache";
  const auto expected = PictureViewer(plain).centre(path);
  EXPECT_EQ(PictureViewer(cached).centre(path), expected) << "filled";
  fs::path file;
  for (const auto& entry : fs::recursive_directory_iterator(folder / "cache")) {
    if (entry.is_regular_file()) file = entry.path();
  }
  ASSERT_FALSE(file.empty());
  EXPECT_EQ(PictureViewer(cached).centre(path), expected) << "read";
  write_atomically(file, "damaged");
  EXPECT_EQ(PictureViewer(cached).centre(path), expected) << "replaced";
}

TEST(Folder, HostileFilesAreSkippedOrLeftOut) {
  const TempFolder folder;
  fill(folder);
  folder.write("cat/text.jpg", "this is no picture");
  const std::string jpeg = test::jpeg(filled(40, 40, {1, 2, 3}));
  folder.write("cat/cut.jpg", jpeg.substr(0, jpeg.size() / 2));
  std::string huge = png_of(1);  // a header that promises 60,000 x 60,000 pixels
  huge.replace(16, 8, big(60000, 4) + big(60000, 4));
  const auto* header = reinterpret_cast<const Bytef*>(huge.data() + 12);
  huge.replace(29, 4, big(crc32_z(0, header, 17), 4));
  folder.write("dog/huge.png", huge);
  folder.write("dog/caf\xE9.png", png_of(9));
  fs::create_symlink("loop", folder.path() / "cat" / "loop");
  fs::create_directory_symlink("..", folder.path() / "dog" / "up");
  for (const char* pictures : {"memory", "disk"}) {
    DataOptions options = options_for(folder, pictures);
    options.max_bad_share = 0.5;
    const OpenedData opened = open_data(folder.path().string(), "", options);
    EXPECT_EQ(opened.dataset->size(), 17u) << pictures;
    ASSERT_EQ(opened.skipped.size(), 3u) << pictures;
    EXPECT_TRUE(opened.skipped[0].path.ends_with("cut.jpg"));
    EXPECT_NE(opened.skipped[2].reason.find("60000 x 60000"), std::string::npos)
        << opened.skipped[2].reason;
    EXPECT_EQ(printable_name(opened.dataset->name(16)), opened.dataset->name(16)) << "UTF-8";
  }
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  EXPECT_LT(usage.ru_maxrss, 1 << 20) << "far from the 10 GB that the header promises";
}

TEST(Folder, ImageNetsLayoutIsUnderstood) {
  const TempFolder folder;
  for (const char* part : {"train", "val"}) {
    for (int i = 0; i < 8; ++i) {
      folder.write(std::string(part) + "/n01/" + std::to_string(i) + ".png", png_of(10 * i));
      folder.write(std::string(part) + "/n02/" + std::to_string(i) + ".png", png_of(100 + i));
    }
  }
  const DataBundle bundle = open_training_data(options_for(folder, "disk"));
  EXPECT_EQ(bundle.class_names, (std::vector<std::string>{"n01", "n02"}));
  EXPECT_EQ(bundle.train->size() + bundle.validation->size(), 16u);
  ASSERT_TRUE(bundle.test);
  EXPECT_EQ(bundle.test->size(), 16u);
}

constexpr char kSplit[] =
    "# made by hand\n"
    "train cat/0.png\ntrain cat/1.png\ntrain dog/0.png\ntrain\tdog/1.png\n"
    "validation cat/2.png\nvalidation dog/2.png\n"
    "database cat/0.png\ndatabase cat/3.png\nquery dog/7.png\n";

TEST(SplitFile, NamesThePartsOfAFolder) {
  const TempFolder folder;
  fill(folder);
  const std::string split = folder.write("split.txt", kSplit);
  DataOptions options = options_for(folder, "disk");
  options.split = split;
  const DataBundle bundle = open_training_data(options);
  EXPECT_EQ(bundle.train->size(), 4u);
  EXPECT_EQ(bundle.validation->size(), 2u);
  options.part = "query";
  const OpenedData query = open_data(options.data, "", options);
  ASSERT_EQ(query.dataset->size(), 1u);
  EXPECT_TRUE(query.dataset->name(0).ends_with("dog/7.png"));
  options.part = "test";
  expect_error<std::invalid_argument>([&] { open_data(options.data, "", options); },
                                      {"\"test\"", "database, query, train, validation"});
}

TEST(SplitFile, BadLinesAreNamed) {
  const TempFolder folder;
  for (const auto& [text, word] : {std::pair{"train a/1.png\ntrain a/1.png\n", "twice"},
                                   {"learn a/1.png\n", "\"learn\""},
                                   {"train\n", "no path"},
                                   {"train ../secret.png\n", "leaves the folder"}}) {
    const std::string path = folder.write("split.txt", text);
    expect_error<std::invalid_argument>([&] { SplitFile::read(path); }, {"split.txt:", word});
  }
  EXPECT_TRUE(SplitFile::read(folder.write("m.txt",
                                           "\xEF\xBB\xBF"
                                           "train a/1.png\n"))
                  .has("train"));
  fill(folder);
  DataOptions options = options_for(folder, "disk");
  options.split = folder.write("split.txt", "train cat/99.png\n");
  expect_error<std::invalid_argument>([&] { open_training_data(options); }, {"cat/99.png"});
}

}  // namespace
}  // namespace llcodes
