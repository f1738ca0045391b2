#include "llcodes/taxonomy/hierarchy.h"

#include "llcodes/core/error.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;
using Names = std::vector<std::string>;

class HierarchyFile : public ::testing::Test {
 protected:
  Hierarchy read(const std::string& name, const std::string& text, const Names& classes,
                 bool allow_missing = false) {
    write_plainly(folder_ / name, text);
    return read_hierarchy({folder_ / name, classes, allow_missing});
  }
  TemporaryFolder folder_;
};

TEST_F(HierarchyFile, Tsv) {
  const Hierarchy tree = read("h.tsv", "cat\tanimal\tmammal\nant\tanimal\tinsect\noak\tplant\n",
                              {"ant", "cat", "oak"});
  EXPECT_EQ(tree.path(0), (Names{"animal", "insect"}));
  EXPECT_EQ(tree.groups_at(1), (std::vector<std::int32_t>{0, 0, 1}));
  EXPECT_EQ(tree.groups_at(2), (std::vector<std::int32_t>{0, 1, 2})) << "a short path stays whole";
  EXPECT_EQ(tree.num_groups(1), 2u);
  EXPECT_EQ(tree.steps_between(0, 1), 4u);
  EXPECT_EQ(tree.steps_between(0, 2), 5u);
}

TEST_F(HierarchyFile, TsvRangesAreClassNumbersFromOne) {
  const Hierarchy tree = read("a.tsv", "0001-0002\tGreek\n0003-0009\tHebrew\n", {"x", "y", "z"});
  EXPECT_EQ(tree.path(1), (Names{"Greek"}));
  EXPECT_EQ(tree.path(2), (Names{"Hebrew"}));
}

TEST_F(HierarchyFile, NamesAreUtf8WithOrWithoutAMark) {
  const Hierarchy tree = read("mark.json", "\xEF\xBB\xBF{\"bank\": [\"pay\"]}", {"pay"});
  EXPECT_EQ(tree.path(0), (Names{"bank"}));
  EXPECT_EQ(read("mark.tsv", "\xEF\xBB\xBFpay\tbank\n", {"pay"}).path(0), (Names{"bank"}));
  for (const char* text :
       {"pay\tbank\nfly\tcaf\xE9\n", "{\"bank\": [\"pay\"],\n\"caf\xE9\": []}"}) {
    expect_contains(message_of<FormatError>([&] { read("latin", text, {"pay"}); }),
                    {"latin", "line 2", "UTF-8"});
  }
}

TEST_F(HierarchyFile, Json) {
  const Hierarchy tree = read("d.json", R"({"bank": ["pay", "save"], "trip": {"air": ["fly"]}})",
                              {"fly", "pay", "save"});
  EXPECT_EQ(tree.path(0), (Names{"trip", "air"}));
  EXPECT_EQ(tree.groups_at(1), (std::vector<std::int32_t>{0, 1, 1}));
}

TEST_F(HierarchyFile, TreeOfDashes) {
  const Hierarchy tree = read(
      "hierarchy.txt", "entity\n-- nature\n---- sea\n---- cloud\n-- animal\n---- cat\n-- rock\n",
      {"cat", "sea", "cloud", "rock"});
  EXPECT_EQ(tree.path(0), (Names{"animal"}));
  EXPECT_EQ(tree.path(1), (Names{"nature"}));
  EXPECT_EQ(tree.path(3), (Names{"rock"})) << "a class right below the root is its own group";
}

TEST_F(HierarchyFile, WordNet) {
  // The layout of data.noun, with byte offsets that fit: entity <- animal <- fish.
  const std::string entity = "00000000 03 n 01 entity 0 000 | that which is\n";
  const std::string animal = "00000046 05 n 02 animal 0 beast 0 001 @ 00000000 n 0000 | lives\n";
  const std::string fish = "00000110 05 n 01 fish 0 001 @ 00000046 n 0000 | swims\n";
  ASSERT_EQ(entity.size(), 46u);
  ASSERT_EQ(animal.size(), 64u);
  const std::string tench = "00000164 05 n 01 tench 0 001 @ 00000110 n 0000 | a fish\n";
  ASSERT_EQ(fish.size(), 54u);
  const Hierarchy tree =
      read("data.noun", entity + animal + fish + tench, {"n00000164", "n00000110"});
  EXPECT_EQ(tree.path(0), (Names{"animal", "fish"}));
  EXPECT_EQ(tree.path(1), (Names{"animal"}));
}

TEST_F(HierarchyFile, MissingClassesAreNamedOrLeftOut) {
  const std::string text = "a\tx\nb\tx\n";
  expect_contains(message_of<std::invalid_argument>([&] {
                    read("h.tsv", text, {"a", "b", "c"});
                  }),
                  {"h.tsv", "misses 1 of the 3", "c", "--allow-missing"});
  const Hierarchy tree = read("h.tsv", text, {"a", "b", "c"}, true);
  EXPECT_FALSE(tree.knows(2));
  EXPECT_EQ(tree.groups_at(1)[2], -1);
  expect_contains(message_of<std::invalid_argument>([&] { read("h.tsv", text, {"c"}, true); }),
                  {"none of the 1 classes", "\"c\""});
}

TEST_F(HierarchyFile, AClassIsInOneGroup) {
  expect_contains(message_of<FormatError>([&] { read("h.tsv", "a\tx\nb\tx\na\ty\tz\n", {"a"}); }),
                  {"h.tsv", "\"a\"", "\"x\"", "\"y / z\"", "one group"});
  expect_contains(
      message_of<FormatError>([&] { read("h.json", R"({"x": ["a"], "y": ["a"]})", {"a"}); }),
      {"\"a\"", "\"x\"", "\"y\""});
  EXPECT_EQ(read("h.tsv", "a\tx\nb\tx\nb\ty\na\tx\n", {"a"}).path(0), (Names{"x"}))
      << "what is no class may stand anywhere, and a line may stand twice";
  EXPECT_EQ(read("h.tsv", "a\tx\tfine\na\tx\n", {"a"}).path(0), (Names{"x", "fine"}));
}

TEST_F(HierarchyFile, BadFilesAreRefusedWithTheirPlace) {
  expect_contains(message_of<FormatError>([&] { read("h.tsv", "a\tx\nb\n", {"a"}); }), {"line 2"});
  expect_contains(message_of<FormatError>([&] { read("h.json", "{\"a\": ", {"a"}); }), {"no JSON"});
  expect_contains(message_of<FormatError>([&] { read("h.json", "{\"a\": 3}", {"a"}); }), {"\"a\""});
  expect_contains(message_of<FormatError>([&] { read("h.json", "{\"a\": [3]}", {"a"}); }), {"3"});
  expect_contains(message_of<FormatError>([&] { read("h.txt", "root\n------ deep\n", {"deep"}); }),
                  {"line 2", "6 dashes"});
}

TEST(Hierarchy, NaturalLevelIsNearTheSquareRoot) {
  std::vector<Names> paths;
  for (int i = 0; i < 64; ++i) {
    paths.push_back({std::to_string(i / 32), std::to_string(i / 8), std::to_string(i / 2)});
  }
  EXPECT_EQ(Hierarchy(paths).natural_level(), 2u);
}

}  // namespace
}  // namespace llcodes
