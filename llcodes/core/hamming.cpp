#include "llcodes/core/hamming.h"

#include <algorithm>
#include <array>

#include "llcodes/core/hamming_kernels.h"

namespace llcodes {
namespace {

std::vector<const HammingKernel*> usable_kernels() {
  std::vector<const HammingKernel*> kernels = {&kScalarKernel};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
    kernels.push_back(&kAvx2Kernel);
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq")) {
    kernels.push_back(&kAvx512Kernel);
  }
#endif
  return kernels;
}

// Blocks small enough that the second look at a block finds it in the first-level cache.
constexpr std::size_t kBlock = 512;

/// Takes the codes of one block that are as near as the nearest so far into account.
void add_block(const Word* query, CodeArray block, std::size_t offset, const HammingKernel& kernel,
               NearestCode& nearest) {
  std::array<std::uint16_t, kBlock> distances;
  kernel.distances(query, block, distances.data());
  for (std::size_t i = 0; i < block.count; ++i) {
    if (distances[i] != nearest.distance) continue;
    if (nearest.ties++ == 0) nearest.first = offset + i;
  }
}

}  // namespace

const std::vector<const HammingKernel*>& hamming_kernels() {
  static const std::vector<const HammingKernel*> kernels = usable_kernels();
  return kernels;
}

const HammingKernel& hamming_kernel() { return *hamming_kernels().back(); }

CodeArray array_of(const Codes& codes) {
  return {codes.words().data(), codes.size(), codes.words_per_code()};
}

// The minimum pass is branch-free; only a block that reaches the minimum so far is looked at again
// for positions and ties, which is rare after the first few blocks.
NearestCode nearest_code(const Word* query, CodeArray codes, const HammingKernel& kernel) {
  NearestCode nearest{.distance = kMaxBits + 1};
  const auto width = static_cast<std::size_t>(codes.words_per_code);
  for (std::size_t offset = 0; offset < codes.count; offset += kBlock) {
    const CodeArray block = {codes.words + offset * width, std::min(kBlock, codes.count - offset),
                             codes.words_per_code};
    const int smallest = kernel.minimum(query, block);
    if (smallest > nearest.distance) continue;
    if (smallest < nearest.distance) nearest = {.distance = smallest};
    add_block(query, block, offset, kernel, nearest);
  }
  return nearest;
}

}  // namespace llcodes
