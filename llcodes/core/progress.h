// Progress of long work, as a callback: the library never prints, the CLI draws.
#pragma once

#include <cstddef>
#include <functional>
#include <string>

namespace llcodes {

struct ProgressReport {
  std::string task;         ///< "phase 1, epoch 3 of 12"
  std::size_t done = 0;
  std::size_t total = 0;    ///< 0 if unknown
  std::string unit;         ///< "pictures"
  std::string note;         ///< "loss 1.234, MHD 87.3 %"
};

using Progress = std::function<void(const ProgressReport&)>;

}  // namespace llcodes
