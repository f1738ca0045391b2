#include "llcodes/data/folder.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "make_picture.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::filled;
using test::TempFolder;

std::string red_png() { return test::png(filled(10, 6, {255, 0, 0})); }

FolderOptions options(double max_bad_share) {
  return {.view = {.side = 8}, .max_bad_share = max_bad_share};
}

TEST(ListFolder, FindsPicturesByNameOrBytes) {
  const TempFolder folder;
  folder.write("dog/b.PNG", red_png());
  folder.write("dog/sub/a.jpg", red_png());
  folder.write("cat/no_extension", red_png());
  folder.write("cat/notes.txt", "no picture");
  folder.write("cat/.hidden.png", red_png());
  folder.write(".git/x.png", red_png());
  const auto entries = list_folder(folder.path());
  ASSERT_EQ(entries.size(), 3u);
  EXPECT_EQ(entries[0].class_name, "cat");
  EXPECT_TRUE(entries[0].path.ends_with("cat/no_extension"));
  EXPECT_TRUE(entries[1].path.ends_with("dog/b.PNG"));
  EXPECT_TRUE(entries[2].path.ends_with("dog/sub/a.jpg"));
}

TEST(ListFolder, RefusesEmptyFolders) {
  const TempFolder folder;
  expect_error<std::invalid_argument>([&] { list_folder(folder.path()); },
                                      {"class folders", "found none"});
  folder.write("cat/1.png", red_png());
  folder.write("dog/readme", "nothing here");
  expect_error<std::invalid_argument>([&] { list_folder(folder.path()); },
                                      {"\"dog\"", "no picture"});
}

TEST(ReadFolder, LeavesOutBadPicturesAndSaysWhy) {
  const TempFolder folder;
  folder.write("cat/1.png", red_png());
  folder.write("cat/2.jpg", "this is no picture");
  folder.write("cat/3.jpg", test::jpeg(filled(40, 40, {0, 255, 0})));
  std::size_t last = 0;
  const auto pictures = read_folder(list_folder(folder.path()), options(0.5),
                                    [&](const ProgressReport& report) { last = report.done; });
  EXPECT_EQ(last, 3u);
  ASSERT_EQ(pictures.entries.size(), 2u);
  ASSERT_EQ(pictures.pixels.size(), 2u * 3 * 8 * 8);
  EXPECT_EQ(pictures.pixels[0], 255);
  EXPECT_LE(pictures.pixels[3 * 64], 4) << "the gap is closed";
  EXPECT_GE(pictures.pixels[4 * 64], 250);
  ASSERT_EQ(pictures.skipped.size(), 1u);
  EXPECT_TRUE(pictures.skipped[0].path.ends_with("cat/2.jpg"));
  EXPECT_NE(pictures.skipped[0].reason.find("JPEG, PNG or WebP"), std::string::npos);
}

TEST(ReadFolder, GivesUpBeyondTheBadShare) {
  const TempFolder folder;
  folder.write("cat/1.png", red_png());
  folder.write("cat/2.jpg", "this is no picture");
  const auto entries = list_folder(folder.path());
  expect_error<std::invalid_argument>([&] { read_folder(entries, options(0.4), {}); },
                                      {"1 of 2", "--max-bad-share"});
  expect_error<std::invalid_argument>([&] { read_folder({entries[1]}, options(1.0), {}); }, {"1 of 1"});
}

}  // namespace
}  // namespace llcodes
