// The reference kernel: plain loops, any CPU.
#include <bit>

#include "llcodes/search/scan_kernels.h"

namespace llcodes {
namespace {

int distance(const Word* query, const ScanArray& codes, std::size_t i) {
  if (codes.words == 0) return std::popcount(static_cast<std::uint32_t>(*query) ^ codes.narrow[i]);
  const Word* const code = codes.wide + i * static_cast<std::size_t>(codes.words);
  int sum = 0;
  for (int word = 0; word < codes.words; ++word) sum += std::popcount(query[word] ^ code[word]);
  return sum;
}

std::size_t within(const Word* query, ScanArray codes, int limit, RowKey* keys) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < codes.count; ++i) {
    const int here = distance(query, codes, i);
    keys[found] = row_key(here, static_cast<std::uint32_t>(i));
    found += here <= limit;
  }
  return found;
}

int distances(const Word* query, ScanArray codes, std::uint16_t* out) {
  int lowest = kMaxBits + 1;
  for (std::size_t i = 0; i < codes.count; ++i) {
    const int here = distance(query, codes, i);
    out[i] = static_cast<std::uint16_t>(here);
    lowest = here < lowest ? here : lowest;
  }
  return lowest;
}

}  // namespace

const ScanKernel kScalarScan = {"scalar", within, distances};

}  // namespace llcodes
