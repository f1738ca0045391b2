// LLCODES_VECTORISED before a function of plain loops: vector code for the instruction sets of
// today, chosen when the program starts. By levels, not by names of CPUs: GCC knows by name only
// CPUs older than itself, and gives all others the plain version.
#pragma once

#define LLCODES_VECTORISED \
  __attribute__((target_clones("default", "arch=x86-64-v3", "arch=x86-64-v4")))
