// AVX-512 with VPOPCNTDQ: one instruction counts the bits of sixteen 32-bit or eight 64-bit lanes.
//
// Masks stay in __mmask types from start to end: GCC 12.2 miscompiles a mask kept in a wider
// integer when it is spilled. The maskz forms with a full mask spare its false warnings about
// undefined operands.
#include "llcodes/search/scan_kernels.h"
#include "llcodes/search/scan_rest.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace llcodes {
namespace {

constexpr std::size_t kStep = 16;

/// 32-bit lanes: sixteen codes.
struct NarrowScan {
  explicit NarrowScan(const Word* query)
      : pattern(_mm512_set1_epi32(static_cast<int>(static_cast<std::uint32_t>(*query)))) {}

  __m512i sixteen(const ScanArray& codes, std::size_t i) const {
    return _mm512_popcnt_epi32(_mm512_xor_si512(_mm512_loadu_si512(codes.narrow + i), pattern));
  }

  __m512i pattern;
};

/// One word a code: two registers of eight, narrowed to sixteen 32-bit lanes.
struct WordScan {
  explicit WordScan(const Word* query)
      : pattern(_mm512_set1_epi64(static_cast<long long>(*query))) {}

  __m256i eight(const Word* codes) const {
    const __m512i counts =
        _mm512_popcnt_epi64(_mm512_xor_si512(_mm512_loadu_si512(codes), pattern));
    return _mm512_maskz_cvtepi64_epi32(0xff, counts);
  }
  __m512i sixteen(const ScanArray& codes, std::size_t i) const {
    const __m512i low = _mm512_maskz_broadcast_i64x4(0xff, eight(codes.wide + i));
    return _mm512_maskz_inserti64x4(0xff, low, eight(codes.wide + i + 8), 1);
  }

  __m512i pattern;
};

inline std::size_t add_near(__m512i distances, std::size_t first, int limit, RowKey* keys) {
  std::uint32_t values[kStep];
  _mm512_storeu_si512(values, distances);
  std::size_t found = 0;
  for (std::size_t j = 0; j < kStep; ++j) {
    keys[found] = row_key(static_cast<int>(values[j]), static_cast<std::uint32_t>(first + j));
    found += static_cast<int>(values[j]) <= limit;
  }
  return found;
}

template <class Scan>
std::size_t within_of(const Word* query, const ScanArray& codes, int limit, RowKey* keys) {
  const Scan scan(query);
  const __m512i limits = _mm512_set1_epi32(limit);
  std::size_t found = 0;
  std::size_t i = 0;
  for (; i + kStep <= codes.count; i += kStep) {
    const __m512i distances = scan.sixteen(codes, i);
    const __mmask16 near = _mm512_cmple_epi32_mask(distances, limits);
    if (_mm512_kortestz(near, near)) continue;
    found += add_near(distances, i, limit, keys + found);
  }
  return found + within_rest(query, codes, i, limit, keys + found);
}

template <class Scan>
int distances_of(const Word* query, const ScanArray& codes, std::uint16_t* out) {
  const Scan scan(query);
  __m256i lowest = _mm256_set1_epi16(kMaxBits + 1);
  std::size_t i = 0;
  for (; i + kStep <= codes.count; i += kStep) {
    const __m256i narrowed = _mm512_maskz_cvtepi32_epi16(0xffff, scan.sixteen(codes, i));
    lowest = _mm256_min_epu16(lowest, narrowed);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), narrowed);
  }
  const __m128i eight =
      _mm_min_epu16(_mm256_castsi256_si128(lowest), _mm256_extracti128_si256(lowest, 1));
  return distances_of_rest(query, codes, i, _mm_extract_epi16(_mm_minpos_epu16(eight), 0), out);
}

std::size_t within(const Word* query, ScanArray codes, int limit, RowKey* keys) {
  if (codes.words == 0) return within_of<NarrowScan>(query, codes, limit, keys);
  if (codes.words == 1) return within_of<WordScan>(query, codes, limit, keys);
  return within_rest(query, codes, 0, limit, keys);
}

int distances(const Word* query, ScanArray codes, std::uint16_t* out) {
  if (codes.words == 0) return distances_of<NarrowScan>(query, codes, out);
  if (codes.words == 1) return distances_of<WordScan>(query, codes, out);
  return distances_of_rest(query, codes, 0, kMaxBits + 1, out);
}

}  // namespace

const ScanKernel kAvx512Scan = {"avx512", within, distances};

}  // namespace llcodes
#endif
