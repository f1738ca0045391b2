// A loop over independent pieces of work on all cores.
#pragma once

#include <cstddef>
#include <functional>

namespace llcodes {

/// The number of threads that an option means: 0 is all usable CPUs. Throws std::invalid_argument if it
/// is negative.
int thread_count(int threads);

/// Calls `work(i)` once for each i in [0, count), in any order, on up to `threads` threads (0: as many
/// as there are usable CPUs, at most 16). After all have ended it rethrows the failure with the lowest
/// i; one failure keeps further pieces from starting.
void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work,
                          int threads = 0);

}  // namespace llcodes
