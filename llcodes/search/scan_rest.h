// The loops over single codes that every scan kernel needs: all of `scalar`, and what is left of the
// array behind the last full step of the others.
//
// Everything here is `static`: each kernel's file is compiled for another instruction set, and a copy
// shared between them could hold instructions that the CPU lacks.
#pragma once

#include "llcodes/search/scan.h"

namespace llcodes {

static inline int distance_of_one(const Word* query, const ScanArray& codes, std::size_t i) {
  if (codes.words == 0) {
    return __builtin_popcount(static_cast<std::uint32_t>(*query) ^ codes.narrow[i]);
  }
  const Word* const code = codes.wide + i * static_cast<std::size_t>(codes.words);
  int sum = 0;
  for (int word = 0; word < codes.words; ++word) {
    sum += __builtin_popcountll(query[word] ^ code[word]);
  }
  return sum;
}

/// Writes the keys of the codes from `begin` on that are within `limit`; returns their number.
static inline std::size_t within_rest(const Word* query, const ScanArray& codes, std::size_t begin,
                                      int limit, RowKey* keys) {
  std::size_t found = 0;
  for (std::size_t i = begin; i < codes.count; ++i) {
    const int here = distance_of_one(query, codes, i);
    keys[found] = row_key(here, static_cast<std::uint32_t>(i));
    found += here <= limit;
  }
  return found;
}

/// Writes the distances of the codes from `begin` on; returns the lowest of them and `lowest`.
static inline int distances_of_rest(const Word* query, const ScanArray& codes, std::size_t begin,
                                    int lowest, std::uint16_t* out) {
  for (std::size_t i = begin; i < codes.count; ++i) {
    const int here = distance_of_one(query, codes, i);
    out[i] = static_cast<std::uint16_t>(here);
    lowest = here < lowest ? here : lowest;
  }
  return lowest;
}

}  // namespace llcodes
