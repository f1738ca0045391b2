#include "llcodes/core/code.h"

#include <limits>
#include <stdexcept>

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

class CodeWidth : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Odd, CodeWidth, ::testing::ValuesIn(kOddWidths));

TEST_P(CodeWidth, BitsSurviveTextAndBack) {
  const Codes codes = random_codes(GetParam(), 17, 1);
  std::vector<std::string> lines;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    lines.push_back(to_text(codes[i], GetParam()));
    for (int bit = 0; bit < GetParam(); ++bit) {
      EXPECT_EQ(lines[i][static_cast<std::size_t>(bit)] == '1', codes.bit(i, bit));
    }
  }
  EXPECT_EQ(Codes::from_text(lines), codes);
}

TEST_P(CodeWidth, DistanceCountsDifferingBits) {
  const Codes codes = random_codes(GetParam(), 20, 2);
  for (std::size_t i = 0; i < codes.size(); ++i) {
    for (std::size_t j = 0; j < codes.size(); ++j) {
      EXPECT_EQ(hamming_distance(codes[i], codes[j]), naive_distance(codes, i, codes, j));
    }
  }
}

TEST_P(CodeWidth, BinarizeTakesTheSignAndZeroIsPlusOne) {
  const Codes codes = random_codes(GetParam(), 9, 3);
  std::vector<float> signs = to_signs(codes);
  for (std::size_t i = 0; i < signs.size(); ++i) {
    EXPECT_EQ(signs[i],
              codes.bit(i / codes.num_bits(), static_cast<int>(i % codes.num_bits())) ? 1 : -1);
    if (signs[i] > 0) signs[i] = i % 3 == 0 ? 0.0f : i % 3 == 1 ? -0.0f : 2.5f;
  }
  EXPECT_EQ(binarize(signs, GetParam()), codes);
}

TEST_P(CodeWidth, UnusedHighBitsAreRefused) {
  Codes codes = random_codes(GetParam(), 3, 4);
  std::vector<Word> words(codes.words().begin(), codes.words().end());
  EXPECT_EQ(Codes(GetParam(), words), codes);
  if (GetParam() % kBitsPerWord == 0) return;
  words.back() |= Word{1} << GetParam() % kBitsPerWord;
  expect_contains(message_of<std::invalid_argument>([&] { Codes(GetParam(), words); }),
                  {"packed code 2", std::to_string(GetParam()) + " bits"});
}

TEST_P(CodeWidth, PushBackTakesOwnCodes) {
  Codes codes = random_codes(GetParam(), 1, 5);
  for (int i = 0; i < 40; ++i) codes.push_back(codes[0]);
  ASSERT_EQ(codes.size(), 41u);
  EXPECT_EQ(to_text(codes[40], GetParam()), to_text(codes[0], GetParam()));
}

TEST(Codes, SetBitClearsToo) {
  Codes codes(70, 2);
  codes.set_bit(1, 69, true);
  EXPECT_TRUE(codes.bit(1, 69));
  codes.set_bit(1, 69, false);
  EXPECT_EQ(codes, Codes(70, 2));
}

TEST(Codes, ImpossibleWidthsAndSizesAreRefused) {
  for (const int bits : {-1, 0, 257}) EXPECT_THROW(Codes codes(bits), std::invalid_argument);
  EXPECT_THROW(Codes(65, std::vector<Word>(3)), std::invalid_argument);
  EXPECT_THROW(binarize(std::vector<float>(7), 2), std::invalid_argument);
}

TEST(Codes, TextErrorsNameTheirPlace) {
  expect_contains(message_of<std::invalid_argument>([] {
                    Codes::from_text({"010", "01"});
                  }),
                  {"code 1", "2 bits", "expected 3"});
  expect_contains(message_of<std::invalid_argument>([] { Codes::from_text({"01x"}); }),
                  {"code 0", "bit 2", "x"});
  EXPECT_THROW(Codes::from_text({}), std::invalid_argument);
  EXPECT_THROW(Codes::from_text({""}), std::invalid_argument);
}

TEST(Binarize, NotFiniteIsRefusedWithItsPlace) {
  for (const float bad :
       {std::numeric_limits<float>::quiet_NaN(), std::numeric_limits<float>::infinity()}) {
    const std::vector<float> values = {1, 2, 3, 4, bad, 6};
    expect_contains(message_of<std::invalid_argument>([&] { binarize(values, 3); }),
                    {"row 1", "column 1"});
  }
}

}  // namespace
}  // namespace llcodes
