#include "llcodes/core/hamming.h"

#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

class HammingKernels : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Odd, HammingKernels, ::testing::ValuesIn(kOddWidths));

/// Counts around the register and block sizes of the kernels.
const std::vector<std::size_t> kCounts = {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 511, 512, 513, 1100};

TEST_P(HammingKernels, DistancesEqualTheBitLoop) {
  const Codes query = random_codes(GetParam(), 1, 1);
  for (const HammingKernel* kernel : hamming_kernels()) {
    for (const std::size_t count : kCounts) {
      const Codes codes = random_codes(GetParam(), count, 2);
      std::vector<std::uint16_t> distances(count + 1, 999);
      kernel->distances(query[0].data(), array_of(codes), distances.data());
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(distances[i], naive_distance(query, 0, codes, i)) << kernel->name << " " << i;
      }
      EXPECT_EQ(distances[count], 999) << kernel->name << " wrote beyond the end";
    }
  }
}

TEST_P(HammingKernels, NearestEqualsTheNaiveSearch) {
  const Codes queries = random_codes(GetParam(), 5, 3);
  for (const std::size_t count : kCounts) {
    const Codes codes = random_codes(GetParam(), count, 4);
    for (std::size_t q = 0; q < queries.size(); ++q) {
      NearestCode expected{.distance = kMaxBits + 1};
      for (std::size_t i = 0; i < count; ++i) {
        const int distance = naive_distance(queries, q, codes, i);
        if (distance < expected.distance) expected = {distance, i, 0};
        expected.ties += distance == expected.distance;
      }
      for (const HammingKernel* kernel : hamming_kernels()) {
        const NearestCode found = nearest_code(queries[q].data(), array_of(codes), *kernel);
        EXPECT_EQ(found.distance, expected.distance) << kernel->name << " " << count;
        EXPECT_EQ(found.first, expected.first) << kernel->name << " " << count;
        EXPECT_EQ(found.ties, expected.ties) << kernel->name << " " << count;
      }
    }
  }
}

TEST(HammingKernels, AllBitsDiffer) {
  for (const int num_bits : kOddWidths) {
    const Codes zeros(num_bits, 9);
    Codes ones(num_bits, 1);
    for (int bit = 0; bit < num_bits; ++bit) ones.set_bit(0, bit, true);
    for (const HammingKernel* kernel : hamming_kernels()) {
      EXPECT_EQ(kernel->minimum(ones[0].data(), array_of(zeros)), num_bits) << kernel->name;
    }
  }
}

}  // namespace
}  // namespace llcodes
