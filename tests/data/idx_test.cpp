#include "llcodes/data/idx.h"

#include <gtest/gtest.h>

#include "expect_error.h"
#include "make_archive.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::expect_robust;
using test::TempFolder;

// Two pictures of 1 x 3, after the description of the format on the MNIST page.
const std::string kPictures = std::string("\0\0\x08\x03\0\0\0\2\0\0\0\1\0\0\0\3", 16) + "abcdef";

TEST(Idx, ReadsPicturesAndLabels) {
  const TempFolder folder;
  const IdxArray pictures = read_idx(folder.write("images-idx3-ubyte", kPictures));
  EXPECT_EQ(pictures.shape, (Shape{2, 1, 3}));
  EXPECT_EQ(pictures.values[3], 'd');
  const std::string labels = std::string("\0\0\x08\x01\0\0\0\2", 8) + "\7\2";
  EXPECT_EQ(read_idx(folder.write("labels-idx1-ubyte", labels)).values,
            (std::vector<std::uint8_t>{7, 2}));
}

TEST(Idx, ReadsGzip) {
  const TempFolder folder;
  EXPECT_EQ(read_idx(folder.write("images-idx3-ubyte.gz", test::gzip(kPictures))).shape,
            (Shape{2, 1, 3}));
}

TEST(Idx, SurvivesHostileBytes) {
  const TempFolder folder;
  const auto read = [&](const std::string& bytes) {
    read_idx(folder.write("x-idx3-ubyte", bytes));
  };
  expect_robust(kPictures, read);
  expect_robust(test::gzip(kPictures), read);
}

TEST(Idx, RefusesOtherTypesAndSizes) {
  const TempFolder folder;
  const auto refused = [&](const std::string& bytes,
                           std::initializer_list<std::string_view> words) {
    expect_error<FormatError>([&] { read_idx(folder.write("x-idx3-ubyte", bytes)); }, words);
  };
  refused(std::string("\0\0\x0D\x01\0\0\0\1abcd", 12), {"type 13", "unsigned bytes"});
  refused(kPictures + "g", {"7 bytes", "6"});
  refused(std::string("\0\0\x08\x04", 4) + std::string(16, '\xff'), {"dimensions"});
}

TEST(Idx, KnowsItsNames) {
  EXPECT_TRUE(is_idx_name("/x/train-images-idx3-ubyte.gz"));
  EXPECT_TRUE(is_idx_name("t10k-labels.idx1-ubyte"));
  EXPECT_FALSE(is_idx_name("/idx/ubyte/data.npy"));
  EXPECT_EQ(labels_beside("/x/train-images-idx3-ubyte.gz"), "/x/train-labels-idx1-ubyte.gz");
  EXPECT_EQ(labels_beside("/x/pictures"), "");
}

}  // namespace
}  // namespace llcodes
