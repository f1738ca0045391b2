// Settings of the machine that speed depends on.
#pragma once

#include <string>

namespace llcodes {

/// Sets libtorch's threads (0: all CPUs of the affinity mask; libtorch itself starts with half),
/// keeps OpenBLAS from waking threads of its own beside them, and keeps freed tensor memory in the
/// process, which saves page faults at every step.
void prepare_runtime(int threads);

/// Versions, CPU, threads and BLAS core type of this process: env.json of a run, JSON text.
std::string describe_runtime();

}  // namespace llcodes
