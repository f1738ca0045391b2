#include "cli/learner_process.h"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <iostream>
#include <string>
#include <system_error>

#include "llcodes/core/cpu.h"
#include "llcodes/core/error.h"

namespace llcodes::cli {
namespace {

constexpr const char* kLearner = "llcodes-learn";
constexpr int kKeepUsersChoice = 0;

void set_environment() {
  const std::string core_type = blas_core_type();
  if (!core_type.empty()) setenv("OPENBLAS_CORETYPE", core_type.c_str(), kKeepUsersChoice);
  setenv("OMP_NUM_THREADS", std::to_string(usable_cpus()).c_str(), kKeepUsersChoice);
  // By default idle OpenMP threads spin for milliseconds. On a machine that does other work too,
  // that halved the speed of training (241 against 506 pictures a second). Sleeping at once costs an
  // idle machine 5 %, so they spin for some microseconds first.
  setenv("GOMP_SPINCOUNT", "1000", kKeepUsersChoice);
}

}  // namespace

std::filesystem::path find_learner() {
  const std::filesystem::path here = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  for (const auto& folder : {here, here.parent_path() / "libexec" / "llcodes"}) {
    if (access((folder / kLearner).c_str(), X_OK) == 0) return folder / kLearner;
  }
  return {};
}

void become_learner(char** arguments) {
  const std::filesystem::path learner = find_learner();
  if (learner.empty()) {
    throw RunError(
        "this needs the network, and this build has no learning part (llcodes-learn): "
        "configure with -DLLCODES_LEARN=ON, or run ./run build");
  }
  set_environment();
  std::cout.flush();
  execv(learner.c_str(), arguments);
  throw std::system_error(errno, std::generic_category(), "start " + learner.string());
}

}  // namespace llcodes::cli
