// The kernels by name. Their files are compiled with flags the CPU may lack, so they use plain
// pointers and intrinsics only: an inline function of the standard library compiled there could
// replace the common copy of the whole program.
#pragma once

#include "llcodes/core/hamming.h"

namespace llcodes {

inline constexpr int kNoCode = 1 << 16;  ///< the minimum over no code

extern const HammingKernel kScalarKernel;
#if defined(__x86_64__)
extern const HammingKernel kAvx2Kernel;
extern const HammingKernel kAvx512Kernel;
#endif

}  // namespace llcodes
