// The kernels by name. Their files are compiled with flags the CPU may lack, so they use plain
// pointers and intrinsics only (see core/hamming_kernels.h).
#pragma once

#include "llcodes/search/scan.h"

namespace llcodes {

extern const ScanKernel kScalarScan;
#if defined(__x86_64__)
extern const ScanKernel kAvx2Scan;
extern const ScanKernel kAvx512Scan;
#endif

}  // namespace llcodes
