#include "llcodes/data/source.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <map>

#include "expect_error.h"
#include "llcodes/core/error.h"
#include "make_archive.h"
#include "make_picture.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::filled;
using test::TempFolder;

/// A .npy file of version 1 of any plain type.
template <class T>
std::string npy(const std::string& descr, const std::string& shape, const std::vector<T>& values) {
  std::string header =
      "{'descr': '" + descr + "', 'fortran_order': False, 'shape': " + shape + ", }\n";
  return std::string("\x93NUMPY\x01\x00", 8) + test::little(header.size(), 2) + header +
         std::string(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// 2-d features of 20 instances in two classes, with labels, in a folder.
struct Features {
  TempFolder folder;
  std::vector<float> values;
  DataOptions options;

  Features() {
    std::vector<std::int32_t> labels;
    for (int i = 0; i < 20; ++i) {
      values.push_back(static_cast<float>(i));
      values.push_back(static_cast<float>(-i));
      labels.push_back(i % 2);
    }
    options.data = folder.write("x.npy", npy("<f4", "(20, 2)", values));
    options.labels = folder.write("y.npy", npy("<i4", "(20,)", labels));
  }
};

TEST(OpenTrainingData, SplitsFeaturesReproducibly) {
  const Features features;
  const DataBundle bundle = open_training_data(features.options);
  EXPECT_EQ(bundle.train->size(), 18u);
  EXPECT_EQ(bundle.validation->size(), 2u);
  EXPECT_EQ(bundle.test, nullptr);
  EXPECT_EQ(bundle.class_names, (std::vector<std::string>{"0", "1"}));
  EXPECT_FALSE(bundle.augment.any());
  EXPECT_TRUE(bundle.normalization.mean.empty());
  EXPECT_EQ(bundle.fingerprint, open_training_data(features.options).fingerprint);
  Example example;
  bundle.train->get(3, example);
  EXPECT_EQ(example.label, static_cast<int>(example.features[0]) % 2);
}

TEST(OpenTrainingData, FingerprintFollowsContentLabelsAndSplit) {
  Features features;
  const auto before = open_training_data(features.options).fingerprint;
  features.options.split_seed = 1;
  EXPECT_NE(open_training_data(features.options).fingerprint, before);
  features.options.split_seed = 0;
  features.values[7] += 1;
  features.folder.write("x.npy", npy("<f4", "(20, 2)", features.values));
  EXPECT_NE(open_training_data(features.options).fingerprint, before);
}

TEST(OpenTrainingData, TakesValidationAndTestAsGiven) {
  Features features;
  features.options.validation = features.options.test =
      features.folder.write("v.npy", npy("<f4", "(1, 2)", std::vector<float>{1, 2}));
  features.options.validation_labels = features.options.test_labels =
      features.folder.write("v.txt", "1\n");
  const DataBundle bundle = open_training_data(features.options);
  EXPECT_EQ(bundle.train->size(), 20u);
  EXPECT_EQ(bundle.validation->size(), 1u);
  EXPECT_EQ(bundle.test->label(0), 1);
  features.folder.write("v.npy", npy("<f4", "(1, 3)", std::vector<float>{1, 2, 3}));
  expect_error<std::invalid_argument>([&] { open_training_data(features.options); },
                                      {"v.npy", "3 features", "2 features"});
}

TEST(OpenTrainingData, NamesRowAndColumnOfABadFeature) {
  Features features;
  for (const float bad : {std::nanf(""), INFINITY}) {
    features.values[2 * 13 + 1] = bad;
    features.folder.write("x.npy", npy("<f4", "(20, 2)", features.values));
    expect_error<std::invalid_argument>([&] { open_training_data(features.options); },
                                        {"x.npy", "row 13", "column 1", "finite"});
  }
}

TEST(OpenTrainingData, RefusesLabelsThatDoNotFit) {
  Features features;
  const auto refused = [&](const std::string& labels,
                           std::initializer_list<std::string_view> words) {
    features.options.labels = features.folder.write("y.txt", labels);
    expect_error<std::invalid_argument>([&] { open_training_data(features.options); }, words);
  };
  refused("0\n1\n", {"2 labels", "20 instances"});
  std::string same, gap, single;
  for (int i = 0; i < 20; ++i) {
    same += "cat\n";
    gap += i % 2 ? "2\n" : "0\n";
  }
  refused(same, {"1 class", "at least two"});
  refused(gap, {"class 1", "no instance"});
  features.options.labels.clear();
  expect_error<std::invalid_argument>([&] { open_training_data(features.options); },
                                      {"x.npy", "no labels"});
}

TEST(OpenTrainingData, AnEmptyFileOfLabelsOrNamesIsNoFile) {
  Features features;
  const std::string empty = features.folder.write("empty.txt", "");
  const auto training = [&] { open_training_data(features.options); };
  const auto plain = [&] { open_data(features.options.data, empty, {}); };
  features.options.classes = empty;
  expect_error<std::invalid_argument>(training, {"empty.txt", "no class name"});
  features.options.classes.clear();
  features.options.labels = empty;
  expect_error<std::invalid_argument>(training, {"empty.txt", "0 labels", "20 instances"});
  expect_error<std::invalid_argument>(plain, {"empty.txt", "0 labels", "20 instances"});
}

TEST(OpenTrainingData, RefusesAClassWithoutTrainingInstance) {
  Features features;
  features.options.classes = features.folder.write("classes.txt", "a\nb\nc\n");
  expect_error<std::invalid_argument>([&] { open_training_data(features.options); },
                                      {"\"c\"", "no training instance"});
}

TEST(OpenTrainingData, NeedsInstancesToHoldOut) {
  const TempFolder folder;
  DataOptions options;
  options.data = folder.write("x.npy", npy("<f4", "(2, 1)", std::vector<float>{1, 2}));
  options.labels = folder.write("y.txt", "a\nb\n");
  expect_error<std::invalid_argument>([&] { open_training_data(options); },
                                      {"add instances, or give --validation data"});
}

TEST(OpenTrainingData, SaysWhatAnArrayLacks) {
  const TempFolder folder;
  DataOptions options;
  options.labels = folder.write("y.txt", "0\n1\n");
  options.data = folder.write("flat.npy", npy("<f4", "(2,)", std::vector<float>{1, 2}));
  expect_error<FormatError>([&] { open_training_data(options); },
                            {"flat.npy", "[2]", "[n, d] features", "reshape(-1, 1)"});
  options.data = folder.write("x.npy", npy("<f8", "(2, 1)", std::vector<double>{1, 1e300}));
  expect_error<FormatError>([&] { open_training_data(options); }, {"1e+300", "float32"});
}

TEST(OpenTrainingData, ExpectsClassFolders) {
  const TempFolder folder;
  DataOptions options;
  options.data = folder.path().string();
  folder.write("a.png", test::png(filled(8, 8, {255, 0, 0})));
  expect_error<std::invalid_argument>([&] { open_training_data(options); },
                                      {"class folders", "cat/1.jpg"});
}

TEST(OpenTrainingData, RefusesLabelsWithoutTheirData) {
  Features features;
  features.options.test_labels = features.options.labels;
  expect_error<std::invalid_argument>([&] { open_training_data(features.options); }, {"--test"});
}

TEST(OpenTrainingData, RefusesUnknownKinds) {
  const TempFolder folder;
  DataOptions options;
  options.data = folder / "nothing";
  expect_error<std::invalid_argument>([&] { open_training_data(options); }, {"nothing", "kanji"});
  options.data = folder.write("table.csv", "1,2,3");
  expect_error<std::invalid_argument>([&] { open_training_data(options); }, {"table.csv", ".npy"});
  options.data = "kanji";
  options.classes = "mine.txt";
  expect_error<std::invalid_argument>([&] { open_training_data(options); }, {"kanji", "mine.txt"});
}

TEST(OpenTrainingData, ReadsAFolderOfPhotos) {
  const TempFolder folder;
  for (int i = 0; i < 10; ++i) {
    const std::string name = "/" + std::to_string(i) + ".png";
    folder.write("photos/cat" + name, test::png(filled(20, 30, {200, 0, 0})));
    folder.write("photos/dog" + name, test::png(filled(20, 30, {0, 0, 100})));
  }
  DataOptions options;
  options.data = folder / "photos";
  options.picture_size = 16;
  const DataBundle bundle = open_training_data(options);
  EXPECT_EQ(bundle.class_names, (std::vector<std::string>{"cat", "dog"}));
  EXPECT_EQ(bundle.train->shape(), (InputShape{true, 3, 16, 16}));
  EXPECT_TRUE(bundle.train->name(0).ends_with("cat/0.png")) << bundle.train->name(0);
  EXPECT_TRUE(bundle.augment.mirror);
  EXPECT_NEAR(bundle.normalization.mean[0], 100.0 / 255, 0.01);
  folder.write("photos/loose.png", test::png(filled(2, 3, {0, 0, 100})));
  expect_error<std::invalid_argument>([&] { open_training_data(options); },
                                      {"loose.png", "class folder"});
}

TEST(OpenTrainingData, ReadsCifarWithItsClassNames) {
  const TempFolder folder;
  std::string records, names;
  for (int i = 0; i < 40; ++i)
    records += static_cast<char>(i % 10) + std::string(3072, static_cast<char>(i));
  for (int i = 0; i < 10; ++i) names += "name" + std::to_string(i) + "\n";
  DataOptions options;
  options.data = folder.write("train.bin", records);
  folder.write("class_names.txt", names);
  const DataBundle bundle = open_training_data(options);
  EXPECT_EQ(bundle.name, "cifar10");
  EXPECT_EQ(bundle.class_names[3], "name3");
  EXPECT_EQ(bundle.validation->size(), 10u);
  options.labels = folder.write("y.txt", "1\n");
  expect_error<std::invalid_argument>([&] { open_training_data(options); }, {"own labels"});
}

TEST(OpenTrainingData, ReadsIdxWithTheLabelsBeside) {
  const TempFolder folder;
  DataOptions options;
  options.data = folder.write("t-images-idx3-ubyte",
                              std::string("\0\0\x08\x03\0\0\0\4\0\0\0\1\0\0\0\1", 16) + "abcd");
  folder.write("t-labels-idx1-ubyte", std::string("\0\0\x08\x01\0\0\0\4\0\1\0\1", 12));
  const DataBundle bundle = open_training_data(options);
  EXPECT_EQ(bundle.train->shape(), (InputShape{true, 1, 1, 1}));
  EXPECT_EQ(bundle.train->size(), 2u);
}

TEST(OpenTrainingData, ReadsOmniglotsNpz) {
  const TempFolder folder;
  // Two characters, two writers, 4 x 4; background is True, as in Omniglot: one stroke is False.
  std::vector<std::uint8_t> images(2 * 2 * 16, 1);
  for (std::size_t i = 0; i < 4; ++i) images[i] = 0;
  const std::vector<std::int64_t> labels = {5, 5, 6, 6};
  DataOptions options;
  options.picture_size = 2;
  options.data = folder.write(
      "x.npz", test::make_zip({{"images.npy", npy("|b1", "(2, 2, 4, 4)", images), true},
                               {"labels.npy", npy("<i8", "(2, 2)", labels), false}}));
  const OpenedData opened = open_data(options.data, "", options);
  Example example;
  opened.dataset->get(0, example);
  EXPECT_EQ(example.pixels, (std::vector<std::uint8_t>{128, 128, 0, 0}));
  EXPECT_EQ(example.label, 5);
  const DataBundle bundle = open_training_data(options);
  EXPECT_EQ(bundle.train->size(), 2u);
  EXPECT_EQ(bundle.class_names, (std::vector<std::string>{"5", "6"}));
}

TEST(OpenData, ReadsOnePictureAndUnlabelledFolders) {
  const TempFolder folder;
  const std::string path = folder.write("p/one.webp", test::webp(filled(9, 9, {1, 2, 3, 255})));
  DataOptions options;
  const OpenedData single = open_data(path, "", options);
  EXPECT_EQ(single.dataset->size(), 1u);
  EXPECT_EQ(single.dataset->label(0), kUnlabelled);
  EXPECT_EQ(single.dataset->name(0), path);
  EXPECT_TRUE(single.class_names.empty());
  EXPECT_EQ(open_data(folder / "p", "", options).dataset->label(0), kUnlabelled);
}

TEST(OpenData, ReadsPicturesFromNpy) {
  const TempFolder folder;
  const std::vector<std::uint8_t> pixels(2 * 3 * 4 * 5, 9);
  const OpenedData opened =
      open_data(folder.write("x.npy", npy("|u1", "(2, 3, 4, 5)", pixels)), "", {});
  EXPECT_EQ(opened.dataset->shape(), (InputShape{true, 3, 4, 5}));
  expect_error<FormatError>(
      [&] { open_data(folder.write("y.npy", npy("|u1", "(2, 4, 5, 3)", pixels)), "", {}); },
      {"[2, 4, 5, 3]", "transpose"});
  expect_error<FormatError>(
      [&] {
        open_data(folder.write("z.npy", npy("<f4", "(1, 1, 1)", std::vector<float>{1})), "", {});
      },
      {"uint8"});
}

TEST(OpenData, SaysWhichPartsOfKanjiThereAre) {
  const TempFolder folder;
  DataOptions options;
  options.cache = folder.path();
  expect_error<std::invalid_argument>([&] { open_data("kanji:trian", "", options); },
                                      {"kanji:trian", "kanji:test"});
}

TEST(DataOptions, AreAllInTheTable) {
  DataOptions options;
  EXPECT_EQ(options_of(options).all().size(), 17u);
}

TEST(DefaultCacheFolder, FollowsTheEnvironment) {
  const char* saved = std::getenv("XDG_CACHE_HOME");
  const std::string before = saved ? saved : "";
  setenv("XDG_CACHE_HOME", "/somewhere", 1);
  EXPECT_EQ(default_cache_folder(), "/somewhere/llcodes");
  saved ? setenv("XDG_CACHE_HOME", before.c_str(), 1) : unsetenv("XDG_CACHE_HOME");
}

}  // namespace
}  // namespace llcodes
