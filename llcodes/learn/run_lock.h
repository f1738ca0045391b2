// One process at a time trains in a run folder.
#pragma once

#include <filesystem>

namespace llcodes {

/// Held until destroyed; the system lets go of it when the process ends, however it does.
class RunLock {
 public:
  /// Locks this file of the folder. Throws RunError if another process has it.
  explicit RunLock(const std::filesystem::path& file);
  ~RunLock();
  RunLock(const RunLock&) = delete;
  RunLock& operator=(const RunLock&) = delete;

 private:
  int descriptor_;
};

}  // namespace llcodes
