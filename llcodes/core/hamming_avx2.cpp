// AVX2: the popcount of each byte by a 16-entry table look-up of its two halves (vpshufb), summed
// over 8 bytes by vpsadbw. Four one-word codes, two two-word codes or one longer code a register.
#include "llcodes/core/hamming_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace llcodes {
namespace {

/// Popcount of each 64-bit lane.
inline __m256i popcount(__m256i value) {
  const __m256i table = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                         0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
  const __m256i low_half = _mm256_set1_epi8(0x0f);
  const __m256i low = _mm256_and_si256(value, low_half);
  const __m256i high = _mm256_and_si256(_mm256_srli_epi16(value, 4), low_half);
  const __m256i counts =
      _mm256_add_epi8(_mm256_shuffle_epi8(table, low), _mm256_shuffle_epi8(table, high));
  return _mm256_sad_epu8(counts, _mm256_setzero_si256());
}

inline __m256i load(const Word* words) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i*>(words));
}

inline __m256i add_neighbour_lanes(__m256i lanes) {
  return _mm256_add_epi64(lanes, _mm256_shuffle_epi32(lanes, 0x4e));
}

inline __m256i add_all_lanes(__m256i lanes) {
  const __m256i pairs = add_neighbour_lanes(lanes);
  return _mm256_add_epi64(pairs, _mm256_permute4x64_epi64(pairs, 0x4e));
}

inline int lowest(__m256i lanes) {
  alignas(32) Word values[4];
  _mm256_store_si256(reinterpret_cast<__m256i*>(values), lanes);
  Word smallest = values[0];
  for (int i = 1; i < 4; ++i) smallest = values[i] < smallest ? values[i] : smallest;
  return static_cast<int>(smallest);
}

inline int distance(const Word* a, const Word* b, int words) {
  long long sum = 0;
  for (int i = 0; i < words; ++i) sum += _mm_popcnt_u64(a[i] ^ b[i]);
  return static_cast<int>(sum);
}

/// The query repeated to fill a register: how a register of codes is compared with it.
struct Pattern {
  explicit Pattern(const Word* query, int words) : words_per_code(words) {
    Word filled[4];
    for (int i = 0; i < 4; ++i) filled[i] = words == 3 && i == 3 ? 0 : query[i % words];
    query_words = load(filled);
  }

  /// Distances of the next codes: lane i belongs to code i * codes_per_register / 4.
  __m256i lanes(const Word* codes) const {
    if (words_per_code == 3) {
      const __m256i three = _mm256_setr_epi64x(-1, -1, -1, 0);
      const auto* const words = reinterpret_cast<const long long*>(codes);
      return add_all_lanes(
          popcount(_mm256_xor_si256(_mm256_maskload_epi64(words, three), query_words)));
    }
    const __m256i counts = popcount(_mm256_xor_si256(load(codes), query_words));
    if (words_per_code == 1) return counts;
    return words_per_code == 2 ? add_neighbour_lanes(counts) : add_all_lanes(counts);
  }

  __m256i query_words;
  int words_per_code;
};

inline std::size_t codes_per_register(int words) { return words == 1 ? 4 : words == 2 ? 2 : 1; }

template <int kWords>
void distances_of(const Word* query, CodeArray codes, std::uint16_t* out) {
  const Pattern pattern(query, kWords);
  const std::size_t step = codes_per_register(kWords);
  std::size_t i = 0;
  for (; i + step <= codes.count; i += step) {
    alignas(32) Word lanes[4];
    _mm256_store_si256(reinterpret_cast<__m256i*>(lanes), pattern.lanes(codes.words + i * kWords));
    for (std::size_t j = 0; j < step; ++j)
      out[i + j] = static_cast<std::uint16_t>(lanes[j * 4 / step]);
  }
  for (; i < codes.count; ++i) {
    out[i] = static_cast<std::uint16_t>(distance(query, codes.words + i * kWords, kWords));
  }
}

template <int kWords>
int minimum_of(const Word* query, CodeArray codes) {
  const Pattern pattern(query, kWords);
  const std::size_t step = codes_per_register(kWords);
  __m256i smallest_lanes = _mm256_set1_epi64x(kNoCode);
  std::size_t i = 0;
  for (; i + step <= codes.count; i += step) {
    // Distances fit 32 bits and the high halves are zero, so the 32-bit minimum will do.
    smallest_lanes = _mm256_min_epu32(smallest_lanes, pattern.lanes(codes.words + i * kWords));
  }
  int smallest = lowest(smallest_lanes);
  for (; i < codes.count; ++i) {
    const int found = distance(query, codes.words + i * kWords, kWords);
    smallest = found < smallest ? found : smallest;
  }
  return smallest;
}

void distances(const Word* query, CodeArray codes, std::uint16_t* out) {
  switch (codes.words_per_code) {
    case 1:
      return distances_of<1>(query, codes, out);
    case 2:
      return distances_of<2>(query, codes, out);
    case 3:
      return distances_of<3>(query, codes, out);
    default:
      return distances_of<4>(query, codes, out);
  }
}

int minimum(const Word* query, CodeArray codes) {
  switch (codes.words_per_code) {
    case 1:
      return minimum_of<1>(query, codes);
    case 2:
      return minimum_of<2>(query, codes);
    case 3:
      return minimum_of<3>(query, codes);
    default:
      return minimum_of<4>(query, codes);
  }
}

}  // namespace

const HammingKernel kAvx2Kernel = {"avx2", distances, minimum};

}  // namespace llcodes
#endif
