// Everything the program says: results on stdout, progress and notes on stderr.
//
// On a terminal progress is a bar with percentage, rate and time left, redrawn in place; elsewhere
// it is a plain line at the start, at the end, and at most every ten seconds between.
#pragma once

#include <chrono>
#include <mutex>
#include <string>

#include "llcodes/core/progress.h"

namespace llcodes::cli {

class Console {
 public:
  Console();
  ~Console();
  Console(const Console&) = delete;
  Console& operator=(const Console&) = delete;

  /// Silences progress and notes.
  void set_quiet(bool quiet) { quiet_ = quiet; }

  /// Results, as they are.
  void print(const std::string& text);
  /// One line about what goes on.
  void note(const std::string& line);
  /// One line that --quiet does not silence.
  void warn(const std::string& line);

  /// A callback that draws here; this console must outlive it. Any thread may call it.
  Progress progress();
  /// Ends the bar, so that other text may follow.
  void finish_progress();

 private:
  using Clock = std::chrono::steady_clock;

  void show(const ProgressReport& report);
  void show_bar(Clock::time_point now);
  void show_line(Clock::time_point now);
  void clear_bar();
  double seconds_in_task(Clock::time_point now) const;

  std::mutex mutex_;
  bool terminal_;
  bool quiet_ = false;
  bool bar_drawn_ = false;
  bool shown_ = true;  ///< the last report has been printed
  ProgressReport last_;
  std::size_t first_done_ = 0;  ///< where the task stood when it was first seen
  Clock::time_point task_start_{};
  Clock::time_point last_shown_{};
};

/// "phase 1, epoch 3 of 12:  45 %  1234 pictures/s  1 min 5 s left  loss 1.23".
std::string progress_text(const ProgressReport& report, std::size_t first_done, double seconds);

/// "[#####-----]", `width` characters inside.
std::string bar_text(double share, int width);

enum class Colour { kRed = 31, kGreen = 32, kYellow = 33 };
/// The text in colour where stdout is a terminal and NO_COLOR is not set.
std::string coloured(Colour colour, const std::string& text);

}  // namespace llcodes::cli
