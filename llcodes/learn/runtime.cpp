#include "llcodes/learn/runtime.h"

#include <malloc.h>
#include <sched.h>
#include <torch/torch.h>

#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

namespace llcodes {
namespace {

int usable_cpus() {
  cpu_set_t mask;
  if (sched_getaffinity(0, sizeof mask, &mask) != 0) return 1;
  return CPU_COUNT(&mask);
}

std::string cpu_model() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("model name")) return line.substr(line.find(':') + 2);
  }
  return "unknown";
}

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

void prepare_runtime(int threads) {
  at::set_num_threads(threads > 0 ? threads : usable_cpus());
  // By default glibc returns every large block to the kernel and faults it in again at each step.
  mallopt(M_MMAP_THRESHOLD, 1 << 30);
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
}

std::string describe_runtime() {
  const nlohmann::ordered_json json = {
      {"llcodes", LLCODES_VERSION},
      {"libtorch", TORCH_VERSION},
      {"compiler", __VERSION__},
      {"cpu", cpu_model()},
      {"cpus", usable_cpus()},
      {"threads", at::get_num_threads()},
      {"onednn_isa_limit", environment("ONEDNN_MAX_CPU_ISA")},
      {"openblas_core_type", environment("OPENBLAS_CORETYPE")}};
  return json.dump(2) + "\n";
}

}  // namespace llcodes
