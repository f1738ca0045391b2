#include "llcodes/search/scan.h"

#include "llcodes/search/scan_kernels.h"

namespace llcodes {
namespace {

std::vector<const ScanKernel*> usable_kernels() {
  std::vector<const ScanKernel*> kernels = {&kScalarScan};
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt")) {
    kernels.push_back(&kAvx2Scan);
  }
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vpopcntdq") &&
      __builtin_cpu_supports("popcnt")) {
    kernels.push_back(&kAvx512Scan);
  }
#endif
  return kernels;
}

}  // namespace

const std::vector<const ScanKernel*>& scan_kernels() {
  static const std::vector<const ScanKernel*> kernels = usable_kernels();
  return kernels;
}

const ScanKernel& scan_kernel() {
  static const ScanKernel& best = *scan_kernels().back();
  return best;
}

}  // namespace llcodes
