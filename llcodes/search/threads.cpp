#include "llcodes/search/threads.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "llcodes/core/cpu.h"

namespace llcodes {

int thread_count(int threads) {
  if (threads < 0) {
    throw std::invalid_argument("threads: found " + std::to_string(threads) +
                                ", expected 0 (all CPUs) or more");
  }
  return threads == 0 ? usable_cpus() : std::min(threads, 256);
}

void for_each_on_threads(std::size_t count, int threads,
                         const std::function<void(std::size_t)>& work) {
  const std::size_t most =
      std::min<std::size_t>(count, static_cast<std::size_t>(thread_count(threads)));
  if (most <= 1) {
    for (std::size_t i = 0; i < count; ++i) work(i);
    return;
  }
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr error;
  const auto run = [&] {
    try {
      for (std::size_t i; (i = next++) < count;) work(i);
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> helpers;  // joined at the end of this block
    for (std::size_t i = 1; i < most; ++i) helpers.emplace_back(run);
    run();
  }
  if (error) std::rethrow_exception(error);
}

}  // namespace llcodes
