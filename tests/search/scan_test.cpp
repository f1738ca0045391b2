#include "llcodes/search/scan.h"

#include "llcodes/search/row_codes.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

class ScanKernels : public ::testing::TestWithParam<int> {};
INSTANTIATE_TEST_SUITE_P(Odd, ScanKernels,
                         ::testing::Values(1, 7, 20, 31, 32, 33, 63, 64, 65, 128, 192, 255, 256));

/// Counts around the register sizes of the kernels, and a long one.
const std::vector<std::size_t> kCounts = {0, 1, 2, 7, 8, 9, 15, 16, 17, 31, 32, 33, 100, 5000};

RowCodes rows_of(const Codes& codes) {
  RowCodes rows(codes.num_bits());
  for (std::size_t i = 0; i < codes.size(); ++i) rows.append(codes[i].data());
  return rows;
}

TEST_P(ScanKernels, DistancesEqualTheBitLoop) {
  const Codes query = random_codes(GetParam(), 1, 1);
  for (const ScanKernel* kernel : scan_kernels()) {
    for (const std::size_t count : kCounts) {
      const Codes codes = random_codes(GetParam(), count, 2);
      std::vector<std::uint16_t> distances(count + kScanSlack + 1, 999);
      int expected = kMaxBits + 1;
      const int lowest =
          kernel->distances(query[0].data(), rows_of(codes).array(), distances.data());
      for (std::size_t i = 0; i < count; ++i) {
        ASSERT_EQ(distances[i], naive_distance(query, 0, codes, i)) << kernel->name << " " << i;
        expected = std::min<int>(expected, distances[i]);
      }
      EXPECT_EQ(lowest, expected) << kernel->name;
      EXPECT_EQ(distances.back(), 999) << kernel->name << " wrote beyond the slack";
    }
  }
}

TEST_P(ScanKernels, CodesWithinTheLimitComeInOrder) {
  const int num_bits = GetParam();
  const Codes query = random_codes(num_bits, 1, 3);
  for (const ScanKernel* kernel : scan_kernels()) {
    for (const std::size_t count : kCounts) {
      const Codes codes = random_codes(num_bits, count, 4);
      for (const int limit : {0, num_bits / 3, num_bits / 2, num_bits}) {
        std::vector<RowKey> expected;
        for (std::size_t i = 0; i < count; ++i) {
          const int distance = naive_distance(query, 0, codes, i);
          if (distance <= limit)
            expected.push_back(row_key(distance, static_cast<std::uint32_t>(i)));
        }
        std::vector<RowKey> keys(count + kScanSlack);
        keys.resize(kernel->within(query[0].data(), rows_of(codes).array(), limit, keys.data()));
        ASSERT_EQ(keys, expected) << kernel->name << ", " << count << " codes, limit " << limit;
      }
    }
  }
}

TEST(ScanKernels, AllBitsDiffer) {
  for (const int num_bits : kOddWidths) {
    const RowCodes zeros(num_bits, 33);
    Codes ones(num_bits, 1);
    for (int bit = 0; bit < num_bits; ++bit) ones.set_bit(0, bit, true);
    for (const ScanKernel* kernel : scan_kernels()) {
      std::vector<RowKey> keys(33 + kScanSlack);
      EXPECT_EQ(kernel->within(ones[0].data(), zeros.array(), num_bits - 1, keys.data()), 0u);
      EXPECT_EQ(kernel->within(ones[0].data(), zeros.array(), num_bits, keys.data()), 33u);
    }
  }
}

}  // namespace
}  // namespace llcodes
