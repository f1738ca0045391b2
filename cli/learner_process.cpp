#include "cli/learner_process.h"

#include <unistd.h>

#include <cerrno>
#include <iostream>
#include <system_error>

#include "llcodes/core/cpu.h"
#include "llcodes/core/error.h"

namespace llcodes::cli {
namespace {

constexpr const char* kLearner = "llcodes-learn";
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
  set_fast_environment();
  std::cout.flush();
  execv(learner.c_str(), arguments);
  throw std::system_error(errno, std::generic_category(), "start " + learner.string());
}

}  // namespace llcodes::cli
