// Hamming distances of one code to many, by the best kernel this CPU has.
//
// One small file a kernel (hamming_scalar, hamming_avx2, hamming_avx512), each compiled for its
// instruction set; all give the same numbers and pass the same tests. A kernel is a plain struct of
// functions, so a caller can also run a chosen one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

/// `count` packed codes of `words_per_code` (1 to 4) words, row-major.
struct CodeArray {
  const Word* words;
  std::size_t count;
  int words_per_code;
};

/// Two passes over one code array; the query has one row.
struct HammingKernel {
  const char* name;
  void (*distances)(const Word* query, CodeArray codes, std::uint16_t* out);
  int (*minimum)(const Word* query, CodeArray codes);  ///< a large number if there is no code
};

/// The kernels this CPU can run, slowest first; the last one is `hamming_kernel()`.
const std::vector<const HammingKernel*>& hamming_kernels();
const HammingKernel& hamming_kernel();

/// The smallest distance, how many codes have it, and the first of them.
struct NearestCode {
  int distance = 0;
  std::size_t first = 0;
  std::size_t ties = 0;  ///< 0: there was no code
};

NearestCode nearest_code(const Word* query, CodeArray codes,
                         const HammingKernel& kernel = hamming_kernel());

/// All of a list of codes as an array.
CodeArray array_of(const Codes& codes);

}  // namespace llcodes
