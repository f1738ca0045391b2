// A loop over independent pieces of work on a given number of threads.
#pragma once

#include <cstddef>
#include <functional>

namespace llcodes {

/// 0: all usable CPUs; throws std::invalid_argument if it is negative.
int thread_count(int threads);

/// Calls work(i) once for each i below count, in any order. The first failure is rethrown after all
/// threads have ended.
void for_each_on_threads(std::size_t count, int threads,
                         const std::function<void(std::size_t)>& work);

}  // namespace llcodes
