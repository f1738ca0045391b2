// Finding and starting llcodes-learn, the program that links libtorch.
//
// exec replaces the process, so signals and exit codes need no forwarding. OpenBLAS chooses its
// kernels in a library constructor, before main: the variables it reads are set before exec.
#pragma once

#include <filesystem>

namespace llcodes::cli {

/// Beside this program (a build folder) or in ../libexec/llcodes (installed); empty if neither.
std::filesystem::path find_learner();

/// Replaces this process by llcodes-learn with the same arguments. Throws RunError if this build
/// has none, std::system_error if it cannot be started.
[[noreturn]] void become_learner(char** arguments);

}  // namespace llcodes::cli
