#include "llcodes/core/cpu.h"

#include <sched.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>

namespace llcodes {
namespace {

constexpr const char* kVariable = "OPENBLAS_CORETYPE";

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

void ensure_blas_core_type(char** argv) {
  const std::string type = blas_core_type();
  if (type.empty() || std::getenv(kVariable) != nullptr) return;
  // The variable is set before the new start, so this cannot loop.
  if (setenv(kVariable, type.c_str(), /*overwrite=*/1) != 0) return;
  execv("/proc/self/exe", argv);
}

}  // namespace llcodes
