#include "llcodes/core/linear_kernel.h"

namespace llcodes {
namespace {

/// By registers of `Width` values. Inlined into functions that may use more instructions than this
/// file.
template <std::size_t Width>
[[gnu::always_inline]] inline void add_products(const LinearProblem& problem, float* out) {
  using Vector [[gnu::vector_size(Width * sizeof(float)), gnu::may_alias, gnu::aligned(4)]] = float;
  constexpr std::size_t kParts = kLinearTile / Width, kSums = kLinearRows * kParts;
  const auto rows = problem.rows;
  const float* weights = problem.weights;
  Vector sums[kSums], part[kParts];
#pragma GCC unroll 24
  for (std::size_t i = 0; i < kSums; ++i) {
    sums[i] = *reinterpret_cast<const Vector*>(out + i * Width);
  }
  for (std::size_t feature = 0; feature < problem.num_features; ++feature) {
#pragma GCC unroll 4
    for (std::size_t i = 0; i < kParts; ++i) {
      part[i] = *reinterpret_cast<const Vector*>(weights + i * Width);
    }
    weights += kLinearTile;
#pragma GCC unroll 24
    for (std::size_t i = 0; i < kSums; ++i) {
      sums[i] += rows[i / kParts][feature] * part[i % kParts];
    }
  }
#pragma GCC unroll 24
  for (std::size_t i = 0; i < kSums; ++i) {
    *reinterpret_cast<Vector*>(out + i * Width) = sums[i];
  }
}

void add_plainly(const LinearProblem& problem, float* sums) { add_products<4>(problem, sums); }

#if defined(__x86_64__)
[[gnu::target("avx2,fma")]] void add_by_avx2(const LinearProblem& problem, float* sums) {
  add_products<8>(problem, sums);
}

[[gnu::target("avx512f,fma")]] void add_by_avx512(const LinearProblem& problem, float* sums) {
  add_products<16>(problem, sums);
}
#endif

std::size_t usable_kernels() {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return 1;
  return __builtin_cpu_supports("avx512f") ? 3 : 2;
#else
  return 1;
#endif
}

}  // namespace

std::span<const LinearKernel> linear_kernels() {
  static const LinearKernel kernels[] = {
    {"plain", add_plainly},
#if defined(__x86_64__)
    {"avx2", add_by_avx2},
    {"avx512", add_by_avx512}
#endif
  };
  return std::span(kernels).first(usable_kernels());
}

}  // namespace llcodes
