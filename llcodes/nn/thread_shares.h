// Work that is cut into one share a thread of OpenMP.
#pragma once

#include <ATen/Parallel.h>

#include <cstddef>

namespace llcodes {

/// Calls work(first, last) for equal parts of [0, count), at most one a thread.
template <class Work>
void for_thread_shares(std::size_t count, const Work& work) {
  const auto total = static_cast<std::int64_t>(count);
  const std::int64_t threads = at::get_num_threads();
  at::parallel_for(0, total, (total + threads - 1) / threads,
                   [&](std::int64_t first, std::int64_t last) {
                     work(static_cast<std::size_t>(first), static_cast<std::size_t>(last));
                   });
}

}  // namespace llcodes
