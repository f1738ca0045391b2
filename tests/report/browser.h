// A headless Chromium that opens a page and answers questions about it.
//
// It is driven by the DevTools protocol over two pipes (--remote-debugging-pipe): messages are
// JSON, each ended by a zero byte, so neither sockets nor other programs are needed.
#pragma once

#include <sys/types.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace llcodes::test {

struct Screen {
  int width = 1280;
  int height = 900;
  bool dark = false;
  bool print = false;
};

class Browser {
 public:
  /// The path of a Chromium on this machine, or "".
  static std::string find();

  /// Starts it with a profile in `folder`. Throws std::runtime_error if it does not answer.
  explicit Browser(const std::filesystem::path& folder);
  ~Browser();
  Browser(const Browser&) = delete;
  Browser& operator=(const Browser&) = delete;

  /// Opens a file and waits until it is loaded and drawn.
  void open(const std::filesystem::path& page, const Screen& screen = {});
  /// The value of a JavaScript expression. Throws std::runtime_error with what the page threw.
  nlohmann::json evaluate(const std::string& expression);
  /// Errors and messages of the page's console since it was opened.
  const std::vector<std::string>& console() const { return console_; }
  /// Presses a key, as a keyboard would.
  void press(const std::string& key);
  /// A click of the left button, in pixels of the window.
  void click(double x, double y);
  /// Writes what the window shows as a PNG file.
  void screenshot(const std::filesystem::path& path);

 private:
  nlohmann::json call(const std::string& method, const nlohmann::json& parameters = {});
  nlohmann::json receive();
  void note(const nlohmann::json& event);
  void wait_for(const std::string& event);

  pid_t process_ = -1;
  int to_browser_ = -1, from_browser_ = -1;
  int last_id_ = 0;
  std::string session_, buffer_;
  std::vector<std::string> console_, seen_;
};

}  // namespace llcodes::test
