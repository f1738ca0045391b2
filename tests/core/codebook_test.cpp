#include "llcodes/core/codebook.h"

#include <cmath>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

double naive_correlation(const Codes& codes, int a, int b) {
  double mean_a = 0, mean_b = 0, covariance = 0, variance_a = 0, variance_b = 0;
  const auto n = static_cast<double>(codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) {
    mean_a += codes.bit(i, a) / n;
    mean_b += codes.bit(i, b) / n;
  }
  for (std::size_t i = 0; i < codes.size(); ++i) {
    const double da = codes.bit(i, a) - mean_a, db = codes.bit(i, b) - mean_b;
    covariance += da * db;
    variance_a += da * da;
    variance_b += db * db;
  }
  if (variance_a == 0 || variance_b == 0) return 1;
  return std::abs(covariance) / std::sqrt(variance_a * variance_b);
}

class CodebookWidth : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Odd, CodebookWidth, ::testing::ValuesIn(kOddWidths));

TEST_P(CodebookWidth, StatisticsEqualTheNaiveLoops) {
  const int num_bits = GetParam();
  const Codes codes = random_codes(num_bits, 70, 11);
  const CodebookStatistics statistics = Codebook(codes).statistics();
  int min_distance = num_bits;
  double distance_sum = 0;
  std::size_t repeats = 0;
  for (std::size_t i = 0; i < codes.size(); ++i) {
    bool repeated = false;
    for (std::size_t j = 0; j < i; ++j) {
      const int distance = naive_distance(codes, i, codes, j);
      min_distance = std::min(min_distance, distance);
      distance_sum += distance;
      repeated |= distance == 0;
    }
    repeats += repeated;
  }
  EXPECT_EQ(statistics.num_classes, 70u);
  EXPECT_EQ(statistics.num_bits, num_bits);
  EXPECT_EQ(statistics.unique_codes, 70 - repeats);
  EXPECT_EQ(statistics.min_distance, min_distance);
  EXPECT_NEAR(statistics.mean_distance, distance_sum / (70 * 69 / 2), 1e-9);
  double sum = 0, largest = 0, worst = 0;
  for (int a = 0; a < num_bits; ++a) {
    double ones = 0;
    for (std::size_t i = 0; i < codes.size(); ++i) ones += codes.bit(i, a);
    EXPECT_NEAR(statistics.bit_balance[static_cast<std::size_t>(a)], ones / 70, 1e-12);
    worst = std::max(worst, std::abs(ones / 70 - 0.5));
    for (int b = 0; b < a; ++b) {
      sum += naive_correlation(codes, a, b);
      largest = std::max(largest, naive_correlation(codes, a, b));
    }
  }
  EXPECT_NEAR(statistics.worst_balance, worst, 1e-12);
  EXPECT_NEAR(statistics.max_correlation, largest, 1e-9);
  const int pairs = std::max(1, num_bits * (num_bits - 1) / 2);
  EXPECT_NEAR(statistics.mean_correlation, sum / pairs, 1e-9);
}

TEST(Codebook, StatisticsOfOneClassAndOfConstantBits) {
  const CodebookStatistics one = Codebook(Codes::from_text({"0101"})).statistics();
  EXPECT_EQ(one.unique_codes, 1u);
  EXPECT_EQ(one.min_distance, 0);
  EXPECT_EQ(one.mean_distance, 0);
  const CodebookStatistics two = Codebook(Codes::from_text({"011", "001"})).statistics();
  EXPECT_EQ(two.min_distance, 1);
  EXPECT_EQ(two.max_correlation, 1);
  EXPECT_EQ(two.worst_balance, 0.5);
}

TEST(Codebook, NamesAreChecked) {
  const Codes codes = random_codes(8, 3, 1);
  EXPECT_EQ(Codebook(codes).class_name(2), "2");
  EXPECT_THROW(Codebook(codes, {"a", "b"}), std::invalid_argument);
  EXPECT_THROW(Codebook(codes, {"a", "b", ""}), std::invalid_argument);
  expect_contains(message_of<std::invalid_argument>([&] {
                    Codebook(codes, {"a", "b", "a"});
                  }),
                  {"\"a\"", "class 2", "twice"});
  EXPECT_THROW(Codebook(Codes(8)), std::invalid_argument);
}

TEST(Codebook, SurvivesTheFile) {
  const TemporaryFolder folder;
  for (const int num_bits : kOddWidths) {
    const Codebook codebook(random_codes(num_bits, 3, 5), {"é", "a \"b\"", "\\"});
    ContainerWriter writer("llcodes.test", 1);
    codebook.save(writer);
    writer.write(folder / "f");
    const Codebook loaded = Codebook::load(Container::open(folder / "f"));
    EXPECT_EQ(loaded.codes(), codebook.codes());
    EXPECT_EQ(loaded.class_names(), codebook.class_names());
  }
}

TEST(Codebook, BadContentOfAFileIsAFormatError) {
  const TemporaryFolder folder;
  const auto refusal = [&](const std::string& bits, const std::string& names, Word word) {
    ContainerWriter writer("llcodes.test", 1);
    writer.set("num_bits", bits);
    writer.set("class_names", names);
    writer.add("codebook.codes", {1, 1}, std::span<const Word>(&word, 1));
    writer.write(folder / "f");
    return message_of<FormatError>([&] { Codebook::load(Container::open(folder / "f")); });
  };
  expect_contains(refusal("0", "[\"a\"]", 1), {"num_bits", "1 to 256"});
  expect_contains(refusal("65", "[\"a\"]", 1), {"codebook.codes", "U64 [1, 1]"});
  expect_contains(refusal("4", "[\"a\"]", 16), {"packed code 0"});
  expect_contains(refusal("4", "[\"a\",\"b\"]", 1), {"2 class names"});
  expect_contains(refusal("4", "[[\"a\"]]", 1), {"a list"});
  expect_contains(refusal("4", "{", 1), {"codebook"});
}

TEST(Codebook, BitsMustSuffice) {
  check_bits_suffice(10, 1024);
  check_bits_suffice(1, 2);
  check_bits_suffice(64, std::size_t{1} << 62);
  check_bits_suffice(256, 5);
  expect_contains(message_of<std::invalid_argument>([] { check_bits_suffice(10, 1025); }),
                  {"10 bits", "1024", "1025", "11 bits"});
  EXPECT_THROW(check_bits_suffice(0, 1), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
