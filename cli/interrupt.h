// SIGINT and SIGTERM as a flag, so that a long run can save its state and stop by itself.
#pragma once

#include <atomic>

namespace llcodes::cli {

/// While it lives the first SIGINT or SIGTERM sets the flag; a second one acts as usual.
class InterruptFlag {
 public:
  InterruptFlag();
  ~InterruptFlag();
  InterruptFlag(const InterruptFlag&) = delete;
  InterruptFlag& operator=(const InterruptFlag&) = delete;

  const std::atomic<bool>& flag() const;
};

}  // namespace llcodes::cli
