// Exact, ball and minimum-Hamming decoding against naive loops over bits and classes.
#include "llcodes/core/decoder.h"

#include <stdexcept>

#include "llcodes/core/hamming.h"
#include "llcodes/core/nearest_table.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

Decision naive_nearest(const Codes& classes, const Codes& codes, std::size_t index, int radius) {
  Decision best{.distance = kMaxBits + 1, .ties = 0};
  for (std::size_t label = 0; label < classes.size(); ++label) {
    const int distance = naive_distance(codes, index, classes, label);
    if (distance < best.distance) {
      best.distance = distance;
      best.label = static_cast<std::int32_t>(label);
      best.ties = 0;
    }
    best.ties += distance == best.distance;
  }
  if (best.distance > radius) best.label = kNoClass, best.ties = 0;
  return best;
}

std::vector<Decision> decide(const Codebook& codebook, const Instances& instances,
                             const DecoderOptions& options) {
  std::vector<Decision> decisions(instances.codes.size());
  const auto decoder = make_decoder(codebook, options);
  decoder->decode(instances, decisions);
  std::vector<std::int32_t> labels(decisions.size());
  decoder->labels(instances, labels);
  for (std::size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(labels[i], decisions[i].label);
  return decisions;
}

/// Instance codes: half of them class codes with two bits flipped, half random.
Codes noisy_codes(const Codes& classes, std::size_t count) {
  Codes codes = random_codes(classes.num_bits(), count, 77);
  Random random(3, 3, 3);
  for (std::size_t i = 0; i < count; i += 2) {
    const CodeView code = classes[random.below(classes.size())];
    std::copy(code.begin(), code.end(), codes[i].begin());
    for (int flip = 0; flip < static_cast<int>(i % 3); ++flip) {
      const int bit =
          static_cast<int>(random.below(static_cast<std::uint64_t>(classes.num_bits())));
      codes.set_bit(i, bit, !codes.bit(i, bit));
    }
  }
  return codes;
}

class HardDecoders : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Odd, HardDecoders, ::testing::ValuesIn(kOddWidths));

TEST_P(HardDecoders, EqualTheNaiveSearch) {
  const Codebook codebook(random_codes(GetParam(), 60, 9));
  const Codes codes = noisy_codes(codebook.codes(), 200);
  struct Case {
    DecoderOptions options;
    int radius;
  };
  for (const Case& test :
       {Case{{.decode = Decode::kExact}, 0}, Case{{.decode = Decode::kBall, .radius = 0}, 0},
        Case{{.decode = Decode::kBall, .radius = 1}, 1},
        Case{{.decode = Decode::kMinimumHamming}, GetParam()}}) {
    const std::vector<Decision> decisions = decide(codebook, {codes}, test.options);
    for (std::size_t i = 0; i < codes.size(); ++i) {
      const Decision expected = naive_nearest(codebook.codes(), codes, i, test.radius);
      EXPECT_EQ(decisions[i].label, expected.label);
      EXPECT_EQ(decisions[i].ties, expected.ties);
      if (expected.label == kNoClass) continue;
      EXPECT_EQ(decisions[i].distance, expected.distance);
      EXPECT_EQ(decisions[i].score, GetParam() - 2 * expected.distance);
    }
  }
}

void expect_table_equals_scan(const Codes& classes) {
  const NearestTable table(classes);
  for (Word code = 0; code < Word{1} << classes.num_bits(); ++code) {
    const NearestCode expected = nearest_code(&code, array_of(classes));
    const NearestEntry found = table[code];
    ASSERT_EQ(found.label(), static_cast<std::int32_t>(expected.first)) << code;
    ASSERT_EQ(found.distance(), expected.distance) << code;
    ASSERT_EQ(found.ties(), std::min<std::size_t>(expected.ties, NearestEntry::kMostTies)) << code;
  }
}

TEST(NearestTable, EqualsTheScanForAllCodesOf20Bits) {
  expect_table_equals_scan(random_codes(20, 1000, 4));
}

TEST(NearestTable, EqualsTheScanAtSmallWidthsAndWithDuplicates) {
  for (int num_bits = 1; num_bits <= 12; ++num_bits) {
    for (const std::size_t num_classes : {1u, 2u, 5u, 100u}) {
      expect_table_equals_scan(random_codes(num_bits, num_classes, 6));
    }
  }
}

TEST(HardDecoders, ManyDuplicatesAreCountedExactly) {
  const Codebook codebook(Codes(20, 5000));  // all classes have the code of zeros
  const std::vector<Decision> decisions =
      decide(codebook, {random_codes(20, 3, 1)}, {.decode = Decode::kMinimumHamming});
  for (const Decision& decision : decisions) {
    EXPECT_EQ(decision.label, 0);
    EXPECT_EQ(decision.ties, 5000);
  }
}

TEST(HardDecoders, MarginIsTheDistanceToTheSecondClass) {
  const Codebook codebook(Codes::from_text({"00000000", "11110000", "11111111"}));
  const Codes codes = Codes::from_text({"00000001", "11000000"});
  const DecoderOptions options = {.decode = Decode::kMinimumHamming, .probabilities = true};
  const std::vector<Decision> decisions = decide(codebook, {codes}, options);
  EXPECT_EQ(decisions[0].margin, 8);  // distances 1 and 5
  EXPECT_EQ(decisions[1].margin, 0);  // distances 2 and 2
  EXPECT_EQ(decisions[1].ties, 2);
  DecoderOptions careful = options;
  careful.min_margin = 1;
  EXPECT_EQ(decide(codebook, {codes}, careful)[0].label, 0);
  EXPECT_EQ(decide(codebook, {codes}, careful)[1].label, kNoClass);
}

TEST(Decoders, NamesGoBothWays) {
  for (const char* name : {"ed", "ball", "mhd", "soft", "flips"}) {
    EXPECT_EQ(name_of(decode_from_name(name)), name);
  }
  expect_contains(message_of<std::invalid_argument>([] { decode_from_name("nearest"); }),
                  {"nearest", "ed, ball, mhd, soft or flips"});
}

TEST(Decoders, BadOptionsAndInstancesAreRefused) {
  const Codebook codebook(random_codes(20, 5, 1));
  const auto refusal = [&](const DecoderOptions& options) {
    return message_of<std::invalid_argument>([&] { make_decoder(codebook, options); });
  };
  expect_contains(refusal({.decode = Decode::kBall, .radius = 21}), {"radius 21", "0 to 20"});
  expect_contains(refusal({.decode = Decode::kBall, .radius = -1}), {"radius -1"});
  expect_contains(refusal({.decode = Decode::kFlips, .budget = 0}), {"budget"});
  expect_contains(refusal({.decode = Decode::kSoft, .min_probability = 2}), {"probability"});
  expect_contains(refusal({.decode = Decode::kExact, .min_probability = 0.5f}), {"no effect"});
  expect_contains(refusal({.decode = Decode::kSoft, .min_margin = -1}), {"margin"});

  const Codes codes = random_codes(20, 4, 2), narrow = random_codes(19, 4, 2);
  std::vector<Decision> places(4), few(3);
  const auto decoder = make_decoder(codebook, {.decode = Decode::kSoft});
  EXPECT_THROW(decoder->decode({narrow}, places), std::invalid_argument);
  EXPECT_THROW(decoder->decode({codes}, few), std::invalid_argument);
  expect_contains(message_of<std::invalid_argument>([&] { decoder->decode({codes}, places); }),
                  {"soft", "needs the real-valued projections"});
  std::vector<float> z = to_signs(codes);
  z[21] = std::numeric_limits<float>::quiet_NaN();
  expect_contains(message_of<std::invalid_argument>([&] {
                    decoder->decode({codes, z}, places);
                  }),
                  {"row 1, column 1"});
  z.resize(79);
  EXPECT_THROW(decoder->decode({codes, z}, places), std::invalid_argument);
}

TEST(Decoders, NoInstanceIsFine) {
  const Codebook codebook(random_codes(20, 5, 1));
  const Codes none(20);
  for (const Decode decode :
       {Decode::kExact, Decode::kBall, Decode::kMinimumHamming, Decode::kSoft, Decode::kFlips}) {
    EXPECT_TRUE(decide(codebook, {none}, {.decode = decode}).empty());
  }
}

}  // namespace
}  // namespace llcodes
