// Child processes that belong together: started with ranks, stopped together.
#pragma once

#include <functional>
#include <string>
#include <vector>

namespace llcodes::cli {

struct ProcessSetOptions {
  std::vector<std::string> command;  ///< arguments of llcodes
  int count = 2;
  int port = 0;                      ///< 0: a free one
  int threads = 1;                   ///< of each
  int grace_seconds = 10;            ///< for the others, when one has failed
};

class ProcessSet {
 public:
  explicit ProcessSet(ProcessSetOptions options) : options_(std::move(options)) {}

  /// Starts all, forwards SIGINT and SIGTERM once each, waits. Returns 0 if all succeeded, else the
  /// exit code of the first that failed (128 + signal). `warn` gets a line about each failure.
  int run(const std::function<void(const std::string&)>& warn);

 private:
  void start();
  bool is_running() const;
  void signal_all(int signal) const;
  void note_end(int rank, int status, const std::function<void(const std::string&)>& warn);

  ProcessSetOptions options_;
  std::vector<int> pids_;  ///< by rank; 0: ended
  int exit_code_ = 0;
};

}  // namespace llcodes::cli
