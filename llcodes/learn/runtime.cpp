#include "llcodes/learn/runtime.h"

#include <dlfcn.h>
#include <malloc.h>
#include <torch/torch.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "llcodes/core/cpu.h"

#ifndef _OPENMP
#error "at::parallel_for would run in one thread: compile with OpenMP"
#endif

namespace llcodes {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

/// The products that matter are shared among OpenMP's threads (nn/linear.h).
void leave_blas_one_thread() {
  using SetThreads = void (*)(int);
  void* set_threads = dlsym(RTLD_DEFAULT, "openblas_set_num_threads");
  if (set_threads != nullptr) reinterpret_cast<SetThreads>(set_threads)(1);
}

}  // namespace

void prepare_runtime(int threads) {
  at::set_num_threads(threads > 0 ? threads : usable_cpus());
  leave_blas_one_thread();
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
