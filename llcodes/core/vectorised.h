// LLCODES_VECTORISED before a function of plain loops: vector code for the instruction sets of
// today, chosen when the program starts.
#pragma once

#define LLCODES_VECTORISED \
  __attribute__((target_clones("default", "arch=haswell", "arch=skylake-avx512")))
