#include "llcodes/core/cpu.h"

#if defined(__x86_64__)
#include <cpuid.h>
#endif
#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>

namespace llcodes {
namespace {

struct Feature {
  const char* name;
  bool present;
};

#if defined(__x86_64__)
std::string feature_text() {
  const Feature features[] = {
      {"popcnt", __builtin_cpu_supports("popcnt") != 0},
      {"avx2", __builtin_cpu_supports("avx2") != 0},
      {"fma", __builtin_cpu_supports("fma") != 0},
      {"avx512f", __builtin_cpu_supports("avx512f") != 0},
      {"avx512vpopcntdq", __builtin_cpu_supports("avx512vpopcntdq") != 0},
  };
  std::string text;
  for (const Feature& feature : features) {
    if (feature.present) text += (text.empty() ? "" : ", ") + std::string(feature.name);
  }
  return text;
}
#else
std::string feature_text() { return "no x86-64"; }
#endif

std::string model_name() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    const std::size_t colon = line.find(": ");
    if (line.starts_with("model name") && colon != line.npos) return line.substr(colon + 2);
  }
  return "unknown CPU";
}

struct Variable {
  const char* name;
  std::string value;  ///< empty: leave it alone
};

/// Whether the CPU multiplies tiles of bfloat16 (AMX), which oneDNN would then use.
bool has_amx() {
#if defined(__x86_64__)
  constexpr unsigned kAmxBfloat16 = 1u << 22;
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) != 0 && (edx & kAmxBfloat16) != 0;
#else
  return false;
#endif
}

std::array<Variable, 4> fast_environment() {
  return {{
      // Debian's OpenBLAS 0.3.21 takes CPUs newer than itself for "Prescott" (SSE3) and is then
      // five times slower.
      {"OPENBLAS_CORETYPE", blas_core_type()},
      // libtorch starts with half the threads.
      {"OMP_NUM_THREADS", std::to_string(usable_cpus())},
      // By default idle OpenMP threads spin for milliseconds. On a machine that does other work
      // too, that halved the speed of training (241 against 506 pictures a second). Sleeping at
      // once costs an idle machine 5 %, so they spin for some microseconds first.
      {"GOMP_SPINCOUNT", "1000"},
      // Debian's oneDNN 2.6 dies of an illegal instruction (tilezero) where it computes bfloat16
      // by AMX; the instructions below it work.
      {"ONEDNN_MAX_CPU_ISA", has_amx() ? "AVX512_CORE_BF16" : ""},
  }};
}

bool is_missing(const Variable& variable) {
  return !variable.value.empty() && std::getenv(variable.name) == nullptr;
}

}  // namespace

int usable_cpus() {
  cpu_set_t allowed;
  return sched_getaffinity(0, sizeof(allowed), &allowed) == 0 ? CPU_COUNT(&allowed) : 1;
}

std::string cpu_description() { return model_name() + " (" + feature_text() + ")"; }

std::string blas_core_type() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
      __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")) {
    return "SkylakeX";
  }
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma")) {
    return __builtin_cpu_is("amd") ? "Zen" : "Haswell";
  }
#endif
  return "";
}

void set_fast_environment() {
  for (const Variable& variable : fast_environment()) {
    if (is_missing(variable)) setenv(variable.name, variable.value.c_str(), /*overwrite=*/0);
  }
}

void ensure_fast_environment(char** argv) {
  if (std::ranges::none_of(fast_environment(), is_missing)) return;
  set_fast_environment();
  // Memory may be too short to set a variable; starting anew would then never end.
  if (std::ranges::none_of(fast_environment(), is_missing)) execv("/proc/self/exe", argv);
}

}  // namespace llcodes
