#include <algorithm>
#include <stack>

#include "llcodes/taxonomy/bit_split.h"
#include "llcodes/taxonomy/dendrogram.h"
#include "llcodes/taxonomy/heat_map.h"
#include "llcodes/taxonomy/linkage.h"
#include "llcodes/taxonomy/svg.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

/// Names of the elements of a well-formed XML text without comments; fails on a mismatch.
std::vector<std::string> elements(const std::string& xml) {
  std::vector<std::string> names;
  std::stack<std::string> open;
  for (std::size_t at = xml.find('<'); at != std::string::npos; at = xml.find('<', at + 1)) {
    const std::size_t end = xml.find('>', at);
    const std::string tag = xml.substr(at + 1, end - at - 1);
    if (tag.starts_with("/")) {
      EXPECT_FALSE(open.empty()) << tag;
      if (open.empty()) return names;
      EXPECT_EQ("/" + open.top(), tag);
      open.pop();
      continue;
    }
    EXPECT_EQ(std::ranges::count(tag, '\'') % 2, 0) << "unbalanced quotes: " << tag.substr(0, 80);
    const std::string name = tag.substr(0, tag.find_first_of(" />"));
    names.push_back(name);
    if (!tag.ends_with("/")) open.push(name);
  }
  EXPECT_TRUE(open.empty());
  return names;
}

std::size_t count_of(const std::string& text, const std::string& part) {
  std::size_t count = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1))
    ++count;
  return count;
}

const Codebook kBook(Codes::from_text({"0011", "0010", "1100", "1101"}),
                     {"ant & bee", "<b>", "it's", "犬"});

Tree tree_of(const Codebook& codebook) {
  return cluster(hamming_distances(codebook.codes()), Linkage::kAverage);
}

TEST(Dendrogram, SvgIsWellFormedAndHoldsEveryClassAndBit) {
  const std::string svg = draw_dendrogram(tree_of(kBook), kBook, {.title = "A < B"});
  elements(svg);
  expect_contains(svg, {"ant &amp; bee</text>", "&lt;b&gt;</text>", "it&#39;s</text>", "犬</text>",
                        "A &lt; B", "Hamming distance"});
  EXPECT_EQ(count_of(svg, "h12v12h-12z"), 16u) << "a square a bit";
  EXPECT_EQ(svg.find("nan"), std::string::npos);
}

TEST(Dendrogram, GroupsColourNames) {
  const std::string svg = draw_dendrogram(
      tree_of(kBook), kBook, {.groups = {0, 0, 1, -1}, .group_names = {"insects", "it"}});
  expect_contains(svg, {"(insects)"});
  EXPECT_EQ(count_of(svg, "style='fill:#"), 3u + 2) << "three classes and the legend";
}

TEST(Dendrogram, ManyClassesDrawBitsAsOnePicture) {
  const Codebook many(random_codes(20, 2500, 1));
  const std::string svg = draw_dendrogram(tree_of(many), many);
  elements(svg);
  EXPECT_EQ(count_of(svg, "data:image/png;base64,iVBOR"), 1u);
  EXPECT_LT(svg.size(), 2'000'000u);
}

TEST(Dendrogram, EqualCodesStillDraw) {
  const Codebook same(Codes::from_text({"01", "01"}));
  elements(draw_dendrogram(tree_of(same), same));
}

TEST(TextTree, ByHand) {
  EXPECT_EQ(draw_text_tree(tree_of(kBook), kBook, {.codes = false}),
            "┐ 3.50\n├─┐ 1.00\n│ ├─ant & bee\n│ └─<b>\n└─┐ 1.00\n  ├─it's\n  └─犬\n");
  expect_contains(draw_text_tree(tree_of(kBook), kBook, {}), {"ant & bee  0011"});
  expect_contains(draw_text_tree(tree_of(kBook), kBook, {.max_lines = 3}), {"... 2 classes"});
}

TEST(Newick, ByHandAndQuoted) {
  EXPECT_EQ(to_newick(tree_of(kBook), kBook.class_names()),
            "(('ant & bee':1,<b>:1):2.5,('it''s':1,犬:1):2.5);\n");
}

TEST(Newick, ControlCharactersAreEscapedInQuotes) {
  const std::string text = to_newick(tree_of(kBook), {"a\tb", "c\nd", "e", "f"});
  EXPECT_EQ(text, "(('a\\x09b':1,'c\\x0Ad':1):2.5,(e:1,f:1):2.5);\n");
}

TEST(Tree, CutAndOrder) {
  const Tree tree = tree_of(kBook);
  EXPECT_EQ(leaf_order(tree), (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_EQ(cut(tree, 1), (std::vector<std::int32_t>{0, 0, 0, 0}));
  EXPECT_EQ(cut(tree, 2), (std::vector<std::int32_t>{0, 0, 1, 1}));
  EXPECT_EQ(cut(tree, 4), (std::vector<std::int32_t>{0, 1, 2, 3}));
  EXPECT_THROW(cut(tree, 5), std::invalid_argument);
  EXPECT_THROW(cut(tree, 0), std::invalid_argument);
}

TEST(HeatMap, OnePictureATable) {
  const ClassVectors codes = vectors_of(kBook);
  const std::string one = draw_heat_maps(codes, {}, {0, 1, 2, 3});
  const std::string two = draw_heat_maps(codes, codes, {0, 1, 2, 3}, {.vectors_title = "W"});
  elements(one);
  elements(two);
  EXPECT_EQ(count_of(one, "<image"), 2u) << "the table and the legend";
  EXPECT_EQ(count_of(two, "<image"), 3u);
  expect_contains(two, {">W</text>"});
}

TEST(Svg, Numbers) {
  EXPECT_EQ(svg_number(1.5), "1.5");
  EXPECT_EQ(svg_number(2), "2");
  EXPECT_EQ(svg_number(-0.001), "0");
  EXPECT_EQ(svg_number(100), "100");
}

TEST(BitSplit, SidesSurestFirst) {
  const Codebook book(Codes::from_text({"01", "11", "00"}));
  EncodedSet set{Codes(2), {-1, 3, 2, 1, -5, -1, 0.5F, 2}, {0, 1, 2, 0}, {}};
  set.codes = binarize(set.projections, 2);
  const BitSplit split = split_by_bit(book, set, 0);
  EXPECT_EQ(split.plus.instances, (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(split.minus.instances, (std::vector<std::uint32_t>{2, 0}));
  EXPECT_EQ(split.plus.classes, (std::vector<std::int32_t>{1}));
  EXPECT_EQ(split.minus.classes, (std::vector<std::int32_t>{2, 0}));
  EXPECT_DOUBLE_EQ(split.right.value(), 0.75) << "the last instance is of class 0 and has +1";
  expect_contains(message_of<std::invalid_argument>([&] { split_by_bit(book, set, 2); }),
                  {"0 to 1"});
}

}  // namespace
}  // namespace llcodes
