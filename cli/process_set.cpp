#include "cli/process_set.h"

#include <netinet/in.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <system_error>
#include <thread>

namespace llcodes::cli {
namespace {

using Clock = std::chrono::steady_clock;

volatile std::sig_atomic_t last_signal = 0;

void on_signal(int signal) { last_signal = signal; }

/// A port that was free a moment ago.
int free_port() {
  const int listener = socket(AF_INET, SOCK_STREAM, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  const bool is_bound =
      listener >= 0 && bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
      getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
  const int error = errno;
  if (listener >= 0) close(listener);
  if (!is_bound) throw std::system_error(error, std::generic_category(), "launch: find a free port");
  return ntohs(address.sin_port);
}

void set_variable(const char* name, const std::string& value) { setenv(name, value.c_str(), 1); }

/// In the child: becomes llcodes with the command. Never returns.
[[noreturn]] void become(const std::vector<std::string>& command) {
  std::vector<std::string> words = {"llcodes"};
  words.insert(words.end(), command.begin(), command.end());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  execv("/proc/self/exe", arguments.data());
  _exit(127);
}

int exit_code_of(int status) {
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

}  // namespace

void ProcessSet::start() {
  const int port = options_.port > 0 ? options_.port : free_port();
  const pid_t parent = getpid();
  for (int rank = 0; rank < options_.count; ++rank) {
    const pid_t pid = fork();
    if (pid < 0) throw std::system_error(errno, std::generic_category(), "launch: start a process");
    if (pid > 0) {
      pids_.push_back(pid);
      continue;
    }
    // A group of its own: Ctrl-C reaches the launcher alone, which hands it on once.
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    if (getppid() != parent) _exit(1);
    set_variable("RANK", std::to_string(rank));
    set_variable("LOCAL_RANK", std::to_string(rank));
    set_variable("WORLD_SIZE", std::to_string(options_.count));
    set_variable("LOCAL_WORLD_SIZE", std::to_string(options_.count));
    set_variable("MASTER_ADDR", "127.0.0.1");
    set_variable("MASTER_PORT", std::to_string(port));
    set_variable("OMP_NUM_THREADS", std::to_string(options_.threads));
    become(options_.command);
  }
}

bool ProcessSet::is_running() const {
  return std::any_of(pids_.begin(), pids_.end(), [](int pid) { return pid != 0; });
}

void ProcessSet::signal_all(int signal) const {
  for (const int pid : pids_) {
    if (pid != 0) kill(pid, signal);
  }
}

void ProcessSet::note_end(int rank, int status,
                          const std::function<void(const std::string&)>& warn) {
  const int code = exit_code_of(status);
  if (code == 0) return;
  if (exit_code_ == 0) exit_code_ = code;
  const std::string how = WIFSIGNALED(status) ? "was ended by signal " + std::to_string(code - 128)
                                              : "ended with exit code " + std::to_string(code);
  warn("rank " + std::to_string(rank) + " of " + std::to_string(options_.count) + " " + how);
}

int ProcessSet::run(const std::function<void(const std::string&)>& warn) {
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, on_signal);
  start();
  Clock::time_point deadline = Clock::time_point::max();
  while (is_running()) {
    if (const int signal = last_signal; signal != 0) {
      last_signal = 0;
      signal_all(signal);
    }
    int status = 0;
    const pid_t pid = waitpid(-1, &status, WNOHANG);
    const auto ended = std::find(pids_.begin(), pids_.end(), pid);
    if (pid > 0 && ended != pids_.end()) {
      *ended = 0;
      note_end(static_cast<int>(ended - pids_.begin()), status, warn);
      const bool has_failed = exit_code_ != 0 && deadline == Clock::time_point::max();
      if (has_failed) deadline = Clock::now() + std::chrono::seconds(options_.grace_seconds);
      continue;
    }
    if (Clock::now() > deadline) signal_all(SIGKILL);
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }
  for (const int signal : {SIGINT, SIGTERM}) std::signal(signal, SIG_DFL);
  return exit_code_;
}

}  // namespace llcodes::cli
