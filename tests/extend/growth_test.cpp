#include "llcodes/extend/growth.h"

#include <stdexcept>

#include "tests/core/testing.h"
#include "tests/extend/answering_model.h"

namespace llcodes {
namespace {

using namespace testing;

const Codebook kBook(Codes::from_text({"00000000", "11110000"}), {"ant", "bee"});

/// Copies of sure projections of some codes, and the number of the code that each came from.
struct Population {
  std::vector<float> z;
  std::vector<std::int32_t> classes;
  Codes codes{8};

  Population(const std::vector<std::string>& words, std::size_t copies) {
    for (std::size_t copy = 0; copy < copies; ++copy) {
      for (std::size_t i = 0; i < words.size(); ++i) {
        for (const char bit : words[i]) z.push_back(bit == '1' ? 3.0f : -3.0f);
        classes.push_back(static_cast<std::int32_t>(i));
      }
    }
    codes = binarize(z, 8);
  }
  ClassedInstances instances() const { return {{codes, z}, classes}; }
};

TEST(Growth, ClearClassesAreFoundAndOldOnesStay) {
  const Population known({"00000000", "11110000"}, 2);
  const Population strangers({"00001111", "11111111", "01010101"}, 4);
  const Growth growth = measure_growth({kBook}, known.instances(), strangers.instances(),
                                       {.classes = 2, .examples = 1, .draws = 5});
  EXPECT_EQ(growth.added, 1);
  EXPECT_EQ(growth.old_before, 1);
  EXPECT_EQ(growth.old_after, 1);
}

/// The new class lies on an old one: soft decoding cannot tell them, so either may win.
TEST(Growth, AClassOnAnotherIsNotFound) {
  const Population known({"00000000", "11110000"}, 2);
  const Population strangers({"11110000"}, 4);
  const Growth growth = measure_growth({kBook}, known.instances(), strangers.instances(),
                                       {.classes = 1, .examples = 2, .draws = 1});
  EXPECT_EQ(growth.old_before, 1);
  EXPECT_LT(growth.added + growth.old_after, 1.8);
}

/// Codes that read a classifier of two features; strangers lie where no class is, and their codes
/// say nothing of them until the classifier has a row for each.
TEST(Growth, RowsOfTheClassifierFindNewClasses) {
  TemporaryFolder folder;
  write_answering_model(folder / "model.llc", kBook, {0, 0});
  const auto reader = AnswerReader::load(folder / "model.llc");
  const auto measure = [&](const AnswerReader* used) {
    const std::vector<float> known = {4, 0, 0, 4}, strange = {-4, 0, -5, 0, 0, -4, 0, -5};
    const std::vector<std::int32_t> known_classes = {0, 1}, strange_classes = {0, 0, 1, 1};
    const std::vector<float> known_z = reader->projections(known);
    const std::vector<float> strange_z = reader->projections(strange);
    const Codes known_codes = binarize(known_z, 8), strange_codes = binarize(strange_z, 8);
    return measure_growth({kBook, used}, {{known_codes, known_z}, known_classes, known},
                          {{strange_codes, strange_z}, strange_classes, strange},
                          {.classes = 2, .examples = 1, .draws = 2});
  };
  const Growth grown = measure(&*reader);
  EXPECT_EQ(grown.added, 1);
  EXPECT_EQ(grown.old_before, 1);
  EXPECT_EQ(grown.old_after, 1);
  EXPECT_LT(measure(nullptr).added, 1) << "without rows the strangers look alike";
}

TEST(Growth, AsksForEnoughInstances) {
  const Population known({"00000000", "11110000"}, 2);
  const Population strangers({"00001111", "11111111"}, 4);
  const auto measure = [&](std::size_t classes, std::size_t examples) {
    return measure_growth({kBook}, known.instances(), strangers.instances(),
                          {.classes = classes, .examples = examples});
  };
  EXPECT_THROW(measure(3, 1), std::invalid_argument);
  EXPECT_THROW(measure(2, 4), std::invalid_argument) << "none is left to test";
  EXPECT_NO_THROW(measure(2, 3));
}

}  // namespace
}  // namespace llcodes
