// What the CPU is, and what OpenBLAS, OpenMP and oneDNN must be told about it.
//
// Libraries read their variables before main() runs, so a program sets them and starts anew.
#pragma once

#include <string>

namespace llcodes {

/// "AMD EPYC (avx2, fma)": the model and the instruction sets that matter here.
std::string cpu_description();

/// CPUs this process may run on (its affinity mask), at least 1.
int usable_cpus();

/// OpenBLAS's name for the best kernels this CPU can run ("SkylakeX", "Zen", "Haswell"), or "".
std::string blas_core_type();

/// Sets the variables that make numeric libraries fast here, where the user has not chosen: the
/// kernels of OpenBLAS, the number of threads, how long an idle thread waits before it sleeps, and
/// which instructions oneDNN must not use.
/// For the programs that this one starts.
void set_fast_environment();

/// The same for this program: executes it again with the same arguments if a variable was missing.
/// Call it first in main(). Returns if there is nothing to do or the program cannot be executed
/// again, which costs speed only.
void ensure_fast_environment(char** argv);

}  // namespace llcodes
