#include "llcodes/core/parallel.h"

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
namespace {

constexpr int kMaxDefaultThreads = 16, kMaxThreads = 256;

std::size_t helpful_threads(int threads, std::size_t count) {
  const int wanted = threads > 0 ? threads : std::min(usable_cpus(), kMaxDefaultThreads);
  return std::min(static_cast<std::size_t>(wanted), count);
}

/// Keeps the failure with the lowest number.
class FirstError {
 public:
  void add(std::size_t number, std::exception_ptr error) {
    const std::lock_guard lock(mutex_);
    if (error_ && number_ <= number) return;
    number_ = number;
    error_ = std::move(error);
  }
  void rethrow_if_any() const {
    if (error_) std::rethrow_exception(error_);
  }

 private:
  std::mutex mutex_;
  std::size_t number_ = 0;
  std::exception_ptr error_;
};

}  // namespace

int thread_count(int threads) {
  if (threads < 0) {
    throw std::invalid_argument("threads: found " + std::to_string(threads) +
                                ", expected 0 (all CPUs) or more");
  }
  return threads == 0 ? usable_cpus() : std::min(threads, kMaxThreads);
}

void for_each_in_parallel(std::size_t count, const std::function<void(std::size_t)>& work,
                          int threads) {
  FirstError error;
  std::atomic<std::size_t> next = 0;
  const auto run = [&] {
    for (std::size_t i; (i = next++) < count;) {
      try {
        work(i);
      } catch (...) {
        error.add(i, std::current_exception());
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> helpers;  // joined at the end of this block
    for (std::size_t i = 1; i < helpful_threads(threads, count); ++i) helpers.emplace_back(run);
    run();
  }
  error.rethrow_if_any();
}

}  // namespace llcodes
