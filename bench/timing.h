// How the benchmarks measure: the fastest of several rounds, so that other work on the machine
// disturbs as little as possible.
#pragma once

#include <algorithm>
#include <chrono>
#include <limits>

namespace llcodes::bench {

struct TimingOptions {
  int min_rounds = 5;
  double min_seconds = 0.3;  ///< in all rounds together
};

/// Seconds of the fastest call of `work`; the first call only warms up.
template <class Work>
double fastest_seconds(const Work& work, const TimingOptions& options = {}) {
  using Clock = std::chrono::steady_clock;
  work();
  double fastest = std::numeric_limits<double>::infinity();
  double total = 0;
  for (int round = 0; round < options.min_rounds || total < options.min_seconds; ++round) {
    const Clock::time_point begin = Clock::now();
    work();
    const double seconds = std::chrono::duration<double>(Clock::now() - begin).count();
    fastest = std::min(fastest, seconds);
    total += seconds;
  }
  return fastest;
}

}  // namespace llcodes::bench
