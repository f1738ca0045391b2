// A shared mutex under which writers cannot starve: std::shared_mutex lets readers in for ever
// while they overlap. Readers that come while a writer waits queue behind it; otherwise they pay
// one load.
#pragma once

#include <atomic>
#include <mutex>
#include <shared_mutex>

namespace llcodes {

class WriterFirstMutex {
 public:
  void lock() {
    ++writers_;
    gate_.lock();
    mutex_.lock();
  }
  void unlock() {
    mutex_.unlock();
    gate_.unlock();
    --writers_;
  }
  void lock_shared() {
    if (writers_ > 0) {
      const std::lock_guard wait(gate_);
    }
    mutex_.lock_shared();
  }
  void unlock_shared() { mutex_.unlock_shared(); }

 private:
  std::atomic<int> writers_ = 0;
  std::mutex gate_;
  std::shared_mutex mutex_;
};

}  // namespace llcodes
