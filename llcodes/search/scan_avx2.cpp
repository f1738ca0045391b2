// AVX2: sixteen codes a step. The popcount of each byte is a table look-up of its two halves
// (vpshufb); the sums of a code's bytes are gathered as sixteen 16-bit distances in one register,
// so that one comparison and one branch serve sixteen codes. Codes of several words use popcnt.
#include "llcodes/search/scan_kernels.h"
#include "llcodes/search/scan_rest.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace llcodes {
namespace {

constexpr std::size_t kStep = 16;

inline __m256i load(const void* place) {
  return _mm256_loadu_si256(static_cast<const __m256i*>(place));
}

inline __m256i popcount_bytes(__m256i value) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low_half = _mm256_set1_epi8(0x0f);
  const __m256i low = _mm256_and_si256(value, low_half);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(value, 4), low_half);
  return _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
}

/// 32-bit lanes: sixteen codes, distances in order.
struct NarrowScan {
  explicit NarrowScan(const Word* query)
      : pattern(_mm256_set1_epi32(static_cast<int>(static_cast<std::uint32_t>(*query)))) {}

  __m256i eight(const std::uint32_t* codes) const {
    const __m256i counts = popcount_bytes(_mm256_xor_si256(load(codes), pattern));
    const __m256i pairs = _mm256_maddubs_epi16(counts, _mm256_set1_epi8(1));
    return _mm256_madd_epi16(pairs, _mm256_set1_epi16(1));
  }
  __m256i sixteen(const ScanArray& codes, std::size_t i) const {
    const std::uint32_t* const here = codes.narrow + i;
    return _mm256_packs_epi32(eight(here), eight(here + 8));
  }
  static __m256i in_order(__m256i distances) { return _mm256_permute4x64_epi64(distances, 0xd8); }

  __m256i pattern;
};

/// One word a code: the four distances of each register become every fourth 16-bit lane.
struct WordScan {
  explicit WordScan(const Word* query)
      : pattern(_mm256_set1_epi64x(static_cast<long long>(*query))) {}

  __m256i four(const Word* codes) const {
    const __m256i counts = popcount_bytes(_mm256_xor_si256(load(codes), pattern));
    return _mm256_sad_epu8(counts, _mm256_setzero_si256());
  }
  __m256i sixteen(const ScanArray& codes, std::size_t i) const {
    const Word* const here = codes.wide + i;
    const __m256i low = _mm256_or_si256(four(here), _mm256_slli_epi64(four(here + 4), 16));
    const __m256i high = _mm256_or_si256(four(here + 8), _mm256_slli_epi64(four(here + 12), 16));
    return _mm256_or_si256(low, _mm256_slli_epi64(high, 32));
  }
  /// A transposition of 4 x 4 lanes.
  static __m256i in_order(__m256i distances) {
    const __m256i pairs = _mm256_shuffle_epi8(
        distances, _mm256_setr_epi8(0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15,  //
                                    0, 1, 8, 9, 2, 3, 10, 11, 4, 5, 12, 13, 6, 7, 14, 15));
    return _mm256_permutevar8x32_epi32(pairs, _mm256_setr_epi32(0, 4, 1, 5, 2, 6, 3, 7));
  }

  __m256i pattern;
};

/// Adds the keys of the lanes below `limits`; mostly there is one.
inline std::size_t add_near(__m256i distances, __m256i limits, std::size_t first, RowKey* keys) {
  alignas(32) std::uint16_t values[kStep];
  _mm256_store_si256(reinterpret_cast<__m256i*>(values), distances);
  const __m256i near = _mm256_cmpgt_epi16(limits, distances);
  unsigned lanes = static_cast<unsigned>(_mm256_movemask_epi8(near)) & 0x55555555u;
  std::size_t found = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const auto j = static_cast<std::uint32_t>(__builtin_ctz(lanes)) / 2;
    keys[found++] = row_key(values[j], static_cast<std::uint32_t>(first) + j);
  }
  return found;
}

template <class Scan>
std::size_t within_of(const Word* query, const ScanArray& codes, int limit, RowKey* keys) {
  const Scan scan(query);
  const __m256i limits = _mm256_set1_epi16(static_cast<short>(limit + 1));
  std::size_t found = 0;
  std::size_t i = 0;
  for (; i + kStep <= codes.count; i += kStep) {
    const __m256i distances = scan.sixteen(codes, i);
    const __m256i near = _mm256_cmpgt_epi16(limits, distances);
    if (_mm256_testz_si256(near, near)) continue;
    found += add_near(Scan::in_order(distances), limits, i, keys + found);
  }
  return found + within_rest(query, codes, i, limit, keys + found);
}

inline int lowest_of(__m256i distances) {
  const __m128i eight =
      _mm_min_epu16(_mm256_castsi256_si128(distances), _mm256_extracti128_si256(distances, 1));
  return _mm_extract_epi16(_mm_minpos_epu16(eight), 0);
}

template <class Scan>
int distances_of(const Word* query, const ScanArray& codes, std::uint16_t* out) {
  const Scan scan(query);
  __m256i lowest = _mm256_set1_epi16(kMaxBits + 1);
  std::size_t i = 0;
  for (; i + kStep <= codes.count; i += kStep) {
    const __m256i distances = scan.sixteen(codes, i);
    lowest = _mm256_min_epu16(lowest, distances);
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(out + i), Scan::in_order(distances));
  }
  return distances_of_rest(query, codes, i, lowest_of(lowest), out);
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

const ScanKernel kAvx2Scan = {"avx2", within, distances};

}  // namespace llcodes
#endif
