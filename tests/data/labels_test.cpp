#include "llcodes/data/labels.h"

#include <gtest/gtest.h>

#include <limits>

#include "expect_error.h"
#include "llcodes/data/class_map.h"
#include "temp_folder.h"

namespace llcodes {
namespace {

using test::expect_error;
using test::TempFolder;

RawLabels numbers(std::vector<std::int64_t> values) { return {std::move(values), {}, "y.txt"}; }
RawLabels names(std::vector<std::string> values) { return {{}, std::move(values), "y.txt"}; }
using Classes = std::vector<std::int32_t>;
using Names = std::vector<std::string>;

TEST(ReadLabels, TakesTextOfNumbersAsNumbers) {
  const TempFolder folder;
  EXPECT_EQ(read_labels(folder.write("a.txt", "3\r\n-1\n12\n\n")).numbers,
            (std::vector<std::int64_t>{3, -1, 12}));
  const RawLabels mixed = read_labels(folder.write("b.txt", "3\ncat\n"));
  EXPECT_EQ(mixed.names, (Names{"3", "cat"}));
  EXPECT_TRUE(mixed.numbers.empty());
}

TEST(ReadLabels, NamesTheEmptyLine) {
  const TempFolder folder;
  expect_error<std::invalid_argument>([&] { read_labels(folder.write("a.txt", "cat\n\ndog\n")); },
                                      {"a.txt", "line 2"});
}

TEST(ReadLabels, SkipsAByteOrderMark) {
  const TempFolder folder;
  EXPECT_EQ(read_labels(folder.write("a.txt",
                                     "\xEF\xBB\xBF"
                                     "cat\ndog\n"))
                .names,
            (Names{"cat", "dog"}));
  EXPECT_EQ(read_labels(folder.write("b.txt",
                                     "\xEF\xBB\xBF"
                                     "3\n"))
                .numbers,
            (std::vector<std::int64_t>{3}));
  EXPECT_EQ(read_class_names(folder.write("c.txt",
                                          "\xEF\xBB\xBF"
                                          "0 cat\n1 dog\n")),
            (Names{"cat", "dog"}));
}

TEST(ReadLabels, NamesTheLineThatIsNotUtf8) {
  const TempFolder folder;
  const std::string path = folder.write("latin.txt", "cat\ncaf\xE9\n");
  expect_error<FormatError>([&] { read_labels(path); }, {"latin.txt", "line 2", "UTF-8", "iconv"});
  expect_error<FormatError>([&] { read_class_names(path); }, {"latin.txt", "line 2"});
}

TEST(ReadClassNames, DropsLineNumbersThatOnlyRepeatTheOrder) {
  const TempFolder folder;
  EXPECT_EQ(read_class_names(folder.write("a", "0 apple\n1 aquarium fish\n")),
            (Names{"apple", "aquarium fish"}));
  EXPECT_EQ(read_class_names(folder.write("b", "0 apple\n2 pear\n")), (Names{"0 apple", "2 pear"}));
  EXPECT_EQ(read_class_names(folder.write("c", "0\n1\n")), (Names{"0", "1"}));
  expect_error<std::invalid_argument>([&] { read_class_names(folder.write("d", "cat\ncat\n")); },
                                      {"cat", "twice"});
}

TEST(ClassMap, SortsNames) {
  const RawLabels labels = names({"dog", "cat", "dog"});
  const ClassMap map = ClassMap::learn(labels, {});
  EXPECT_EQ(map.names(), (Names{"cat", "dog"}));
  EXPECT_EQ(map.apply(labels), (Classes{1, 0, 1}));
}

TEST(ClassMap, KeepsTheOrderOfAClassFile) {
  const ClassMap map = ClassMap::learn(names({"dog", "cat"}), {"dog", "emu", "cat"});
  EXPECT_EQ(map.apply(names({"cat", "dog"})), (Classes{2, 0}));
}

TEST(ClassMap, SuggestsTheNearestName) {
  const ClassMap map = ClassMap::learn(names({"apple", "pear"}), {});
  expect_error<std::invalid_argument>(
      [&] {
        map.apply(names({"apple", "aple"}));
      },
      {"y.txt", "\"aple\"", "row 1", "\"apple\""});
}

TEST(ClassMap, NumbersMayStartAnywhere) {
  const RawLabels labels = numbers({7, 5, 6, 5});
  const ClassMap map = ClassMap::learn(labels, {});
  EXPECT_EQ(map.names(), (Names{"5", "6", "7"}));
  EXPECT_EQ(map.apply(labels), (Classes{2, 0, 1, 0}));
}

TEST(ClassMap, NumbersWithNamesCountFromZeroOrOne) {
  EXPECT_EQ(ClassMap::learn(numbers({0, 1}), {"a", "b", "c"}).apply(numbers({2, 0})),
            (Classes{2, 0}));
  EXPECT_EQ(ClassMap::learn(numbers({1, 2, 3}), {"a", "b", "c"}).apply(numbers({3, 1})),
            (Classes{2, 0}));
  EXPECT_EQ(ClassMap::learn(numbers({1, 2}), {"a", "b", "c"}).apply(numbers({2, 1})),
            (Classes{2, 1}));
}

TEST(ClassMap, RefusesGapsAndNegativeNumbers) {
  expect_error<std::invalid_argument>(
      [] {
        ClassMap::learn(numbers({0, 1, 3}), {});
      },
      {"class 2", "no instance"});
  expect_error<std::invalid_argument>(
      [] {
        ClassMap::learn(numbers({0, -4}), {});
      },
      {"label -4", "row 1"});
  expect_error<std::invalid_argument>(
      [] {
        ClassMap::learn(numbers({0, 1'000'000'000'000}), {});
      },
      {"1000000000000", "row 1"});
}

TEST(ClassMap, RefusesNumbersOutOfRange) {
  const ClassMap map = ClassMap::learn(numbers({5, 6}), {});
  expect_error<std::invalid_argument>(
      [&] {
        map.apply(numbers({5, 7}));
      },
      {"label 7", "row 1", "5 to 6"});
  EXPECT_THROW(map.apply(numbers({std::numeric_limits<std::int64_t>::min()})),
               std::invalid_argument);
  EXPECT_THROW(ClassMap::learn(numbers({0, 3}), {"a", "b", "c"}).apply(numbers({3})),
               std::invalid_argument);
}

TEST(ClassMap, OfAnyKeepsNumbersAsTheyAre) {
  const RawLabels labels = numbers({2, 4});
  const ClassMap map = ClassMap::of_any(labels, {});
  EXPECT_EQ(map.apply(labels), (Classes{2, 4}));
  EXPECT_EQ(map.names().size(), 5u);
}

}  // namespace
}  // namespace llcodes
