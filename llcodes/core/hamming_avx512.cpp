// AVX-512 with VPOPCNTDQ: one instruction counts the bits of eight words.
//
// Masks stay in __mmask8 from start to end: GCC 12.2 miscompiles a mask kept in a wider integer
// when it is spilled (16-bit store, 32-bit reload).
#include "llcodes/core/hamming_kernels.h"

#if defined(__x86_64__)
#include <immintrin.h>

namespace llcodes {
namespace {

constexpr std::size_t kLanes = 8;

/// The lanes that hold words when `count` (at most 8) are left.
inline __mmask8 first_lanes(std::size_t count) { return static_cast<__mmask8>((1u << count) - 1u); }

/// Two or four neighbouring lanes belong to one code: gives each of them the sum. The maskz forms
/// with a full mask spare GCC 12's false warnings about the undefined operand of the plain ones.
template <int kWords>
inline __m512i sum_per_code(__m512i counts) {
  if constexpr (kWords >= 2) {
    counts = _mm512_add_epi64(counts, _mm512_maskz_shuffle_epi32(0xffff, counts, _MM_PERM_BADC));
  }
  if constexpr (kWords == 4) {
    counts = _mm512_add_epi64(counts, _mm512_maskz_permutex_epi64(0xff, counts, 0x4e));
  }
  return counts;
}

inline int lowest(__m512i lanes) {
  Word values[kLanes];
  _mm512_storeu_si512(values, lanes);
  Word smallest = values[0];
  for (std::size_t i = 1; i < kLanes; ++i) smallest = values[i] < smallest ? values[i] : smallest;
  return static_cast<int>(smallest);
}

/// The query in each group of lanes.
template <int kWords>
inline __m512i repeated(const Word* query) {
  Word filled[kLanes];
  for (int i = 0; i < static_cast<int>(kLanes); ++i) filled[i] = query[i % kWords];
  return _mm512_loadu_si512(filled);
}

template <int kWords>
struct Scan {
  static constexpr std::size_t kStep = kLanes / kWords;  ///< codes a register

  explicit Scan(const Word* query) : query_words(repeated<kWords>(query)) {}

  /// Distances of the codes in the masked lanes; zero elsewhere.
  __m512i lanes(const Word* codes, __mmask8 mask) const {
    const __m512i words = _mm512_maskz_loadu_epi64(mask, codes);
    const __m512i differing = _mm512_maskz_xor_epi64(mask, words, query_words);
    return sum_per_code<kWords>(_mm512_popcnt_epi64(differing));
  }

  __m512i query_words;
};

template <int kWords>
void distances_of(const Word* query, CodeArray codes, std::uint16_t* out) {
  using Lanes = Scan<kWords>;
  const Lanes scan(query);
  for (std::size_t i = 0; i < codes.count; i += Lanes::kStep) {
    const std::size_t left = codes.count - i;
    const std::size_t here = left < Lanes::kStep ? left : Lanes::kStep;
    Word lanes[kLanes];
    const __m512i found = scan.lanes(codes.words + i * kWords, first_lanes(here * kWords));
    _mm512_storeu_si512(lanes, found);
    for (std::size_t j = 0; j < here; ++j)
      out[i + j] = static_cast<std::uint16_t>(lanes[j * kWords]);
  }
}

template <int kWords>
int minimum_of(const Word* query, CodeArray codes) {
  using Lanes = Scan<kWords>;
  const Lanes scan(query);
  __m512i smallest = _mm512_set1_epi64(kNoCode);
  for (std::size_t i = 0; i < codes.count; i += Lanes::kStep) {
    const std::size_t left = codes.count - i;
    const __mmask8 mask = first_lanes((left < Lanes::kStep ? left : Lanes::kStep) * kWords);
    const __m512i found = scan.lanes(codes.words + i * kWords, mask);
    smallest = _mm512_mask_min_epu64(smallest, mask, smallest, found);
  }
  return lowest(smallest);
}

/// Three words divide no register: one code at a time in four lanes of a half register.
inline int distance_of_three(__m256i query_words, const Word* code) {
  const __m256i words = _mm256_maskz_loadu_epi64(static_cast<__mmask8>(7), code);
  const __m256i counts = _mm256_popcnt_epi64(_mm256_xor_si256(words, query_words));
  const __m128i pairs =
      _mm_add_epi64(_mm256_castsi256_si128(counts), _mm256_extracti128_si256(counts, 1));
  return static_cast<int>(_mm_extract_epi64(pairs, 0) + _mm_extract_epi64(pairs, 1));
}

void distances_of_three(const Word* query, CodeArray codes, std::uint16_t* out) {
  const __m256i query_words = _mm256_maskz_loadu_epi64(static_cast<__mmask8>(7), query);
  for (std::size_t i = 0; i < codes.count; ++i) {
    out[i] = static_cast<std::uint16_t>(distance_of_three(query_words, codes.words + i * 3));
  }
}

int minimum_of_three(const Word* query, CodeArray codes) {
  const __m256i query_words = _mm256_maskz_loadu_epi64(static_cast<__mmask8>(7), query);
  int smallest = kNoCode;
  for (std::size_t i = 0; i < codes.count; ++i) {
    const int found = distance_of_three(query_words, codes.words + i * 3);
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
      return distances_of_three(query, codes, out);
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
      return minimum_of_three(query, codes);
    default:
      return minimum_of<4>(query, codes);
  }
}

}  // namespace

const HammingKernel kAvx512Kernel = {"avx512", distances, minimum};

}  // namespace llcodes
#endif
