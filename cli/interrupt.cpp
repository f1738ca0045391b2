#include "cli/interrupt.h"

#include <unistd.h>

#include <csignal>

namespace llcodes::cli {
namespace {

std::atomic<bool> interrupted{false};
static_assert(std::atomic<bool>::is_always_lock_free, "a signal handler sets it");

constexpr char kStopping[] = "\nstopping: saving the state (once more to stop at once)\n";

constexpr int kSignals[] = {SIGINT, SIGTERM};

/// Replaces the action of each signal, except where the parent chose to ignore it (a shell does so
/// for SIGINT of background jobs).
void set_actions(void (*action)(int)) {
  for (const int signal : kSignals) {
    if (std::signal(signal, action) == SIG_IGN) std::signal(signal, SIG_IGN);
  }
}

void on_signal(int) {
  interrupted = true;
  set_actions(SIG_DFL);
  [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, kStopping, sizeof(kStopping) - 1);
}

}  // namespace

InterruptFlag::InterruptFlag() {
  interrupted = false;
  set_actions(on_signal);
}

InterruptFlag::~InterruptFlag() { set_actions(SIG_DFL); }

const std::atomic<bool>& InterruptFlag::flag() const { return interrupted; }

}  // namespace llcodes::cli
