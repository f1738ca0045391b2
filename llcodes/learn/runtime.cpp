#include "llcodes/learn/runtime.h"

#include <malloc.h>
#include <torch/torch.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "llcodes/core/cpu.h"

namespace llcodes {
namespace {

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
      {"cpu", cpu_description()},
      {"cpus", usable_cpus()},
      {"threads", at::get_num_threads()},
      {"onednn_isa_limit", environment("ONEDNN_MAX_CPU_ISA")},
      {"openblas_core_type", environment("OPENBLAS_CORETYPE")}};
  return json.dump(2) + "\n";
}

}  // namespace llcodes
