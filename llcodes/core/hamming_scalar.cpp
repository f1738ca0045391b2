// The reference kernel: plain loops, any CPU.
#include <bit>

#include "llcodes/core/hamming_kernels.h"

namespace llcodes {
namespace {

int distance(const Word* a, const Word* b, int words) {
  int sum = 0;
  for (int i = 0; i < words; ++i) sum += std::popcount(a[i] ^ b[i]);
  return sum;
}

void distances(const Word* query, CodeArray codes, std::uint16_t* out) {
  const Word* code = codes.words;
  for (std::size_t i = 0; i < codes.count; ++i, code += codes.words_per_code) {
    out[i] = static_cast<std::uint16_t>(distance(query, code, codes.words_per_code));
  }
}

int minimum(const Word* query, CodeArray codes) {
  int smallest = kNoCode;
  const Word* code = codes.words;
  for (std::size_t i = 0; i < codes.count; ++i, code += codes.words_per_code) {
    const int found = distance(query, code, codes.words_per_code);
    smallest = found < smallest ? found : smallest;
  }
  return smallest;
}

}  // namespace

const HammingKernel kScalarKernel = {"scalar", distances, minimum};

}  // namespace llcodes
