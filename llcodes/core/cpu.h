// What the CPU is, and the one thing OpenBLAS must be told about it.
//
// Debian's OpenBLAS 0.3.21 takes CPUs newer than itself for "Prescott" (SSE3) and is then five
// times slower. It chooses before main() runs, so the program sets the variable and starts itself
// anew.
#pragma once

#include <string>

namespace llcodes {

/// "AMD EPYC (avx2, fma)": the model and the instruction sets that matter here.
std::string cpu_description();

/// CPUs this process may run on (its affinity mask), at least 1.
int usable_cpus();

/// OpenBLAS's name for the best kernels this CPU can run ("SkylakeX", "Zen", "Haswell"), or "".
std::string blas_core_type();

/// If OPENBLAS_CORETYPE is unset and there is a better choice: sets it and executes the program
/// again with the same arguments. Call it first in main(). Returns if there is nothing to do or
/// the program cannot be executed again, which costs speed only.
void ensure_blas_core_type(char** argv);

}  // namespace llcodes
