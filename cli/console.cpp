#include "cli/console.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "cli/table.h"

namespace llcodes::cli {
namespace {

constexpr std::chrono::milliseconds kRedrawEvery{100};
constexpr std::chrono::seconds kLineEvery{10};
constexpr int kBarWidth = 20;
constexpr const char* kClearLine = "\r\033[K";

std::size_t terminal_columns() {
  winsize size{};
  const bool known = ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

double share_of(const ProgressReport& report) {
  return report.total == 0 ? 0
                           : static_cast<double>(report.done) / static_cast<double>(report.total);
}

std::string rate_text(double rate, const std::string& unit) {
  return (rate < 10 ? fixed(rate, 1) : count_text(static_cast<std::size_t>(rate))) + " " + unit +
         "/s";
}

}  // namespace

std::string bar_text(double share, int width) {
  const int filled = std::clamp(static_cast<int>(share * width), 0, width);
  return "[" + std::string(static_cast<std::size_t>(filled), '#') +
         std::string(static_cast<std::size_t>(width - filled), '-') + "]";
}

std::string progress_text(const ProgressReport& report, std::size_t first_done, double seconds) {
  std::string text = report.task + ":";
  if (report.total > 0) text += " " + fixed(100 * share_of(report), 0) + " %";
  const auto worked = static_cast<double>(report.done - std::min(first_done, report.done));
  if (worked > 0 && seconds > 0) {
    const double rate = worked / seconds;
    text += "  " + rate_text(rate, report.unit);
    if (report.total > report.done) {
      text +=
          "  " + duration_text(static_cast<double>(report.total - report.done) / rate) + " left";
    }
  }
  return report.note.empty() ? text : text + "  " + report.note;
}

Console::Console() : terminal_(isatty(STDERR_FILENO) == 1) {}

Console::~Console() { finish_progress(); }

void Console::print(const std::string& text) {
  finish_progress();
  std::cout << text << std::flush;
}

void Console::note(const std::string& line) {
  if (!quiet_) warn(line);
}

void Console::warn(const std::string& line) {
  const std::lock_guard lock(mutex_);
  clear_bar();
  std::cerr << line << std::endl;
}

Progress Console::progress() {
  if (quiet_) return {};
  return [this](const ProgressReport& report) { show(report); };
}

void Console::finish_progress() {
  const std::lock_guard lock(mutex_);
  if (!shown_) show_line(Clock::now());
  last_ = {};
}

void Console::show(const ProgressReport& report) {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  const bool first = last_.task.empty();
  if (report.task != last_.task) {
    task_start_ = now;
    first_done_ = report.done;
  }
  last_ = report;
  shown_ = false;
  const bool due = first || now - last_shown_ >= (terminal_ ? Clock::duration(kRedrawEvery)
                                                            : Clock::duration(kLineEvery));
  if (due && terminal_) show_bar(now);
  if (due && !terminal_) show_line(now);
}

void Console::show_bar(Clock::time_point now) {
  std::string text = progress_text(last_, first_done_, seconds_in_task(now));
  if (last_.total > 0) text = bar_text(share_of(last_), kBarWidth) + " " + text;
  // A line that wraps could not be redrawn in place.
  text.resize(std::min(text.size(), terminal_columns() - 1));
  std::cerr << kClearLine << text << std::flush;
  bar_drawn_ = true;
  last_shown_ = now;
}

void Console::show_line(Clock::time_point now) {
  clear_bar();
  std::cerr << progress_text(last_, first_done_, seconds_in_task(now)) << std::endl;
  shown_ = true;
  last_shown_ = now;
}

void Console::clear_bar() {
  if (bar_drawn_) std::cerr << kClearLine;
  bar_drawn_ = false;
}

double Console::seconds_in_task(Clock::time_point now) const {
  return std::chrono::duration<double>(now - task_start_).count();
}

std::string coloured(Colour colour, const std::string& text) {
  static const bool wanted = isatty(STDOUT_FILENO) == 1 && std::getenv("NO_COLOR") == nullptr;
  if (!wanted) return text;
  return "\033[" + std::to_string(static_cast<int>(colour)) + "m" + text + "\033[0m";
}

}  // namespace llcodes::cli
