#include "browser.h"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "decode_base64.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

constexpr int kPatience = 120'000;  // milliseconds; a busy machine starts a browser slowly

struct Pipe {
  int read_end = -1, write_end = -1;
};

Pipe make_pipe() {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("no pipe");
  return {ends[0], ends[1]};
}

/// The child reads its commands from 3 and writes to 4. The pipes may have these very numbers, so
/// they are moved out of the way first.
[[noreturn]] void become(const std::string& program, const std::string& profile, int in, int out) {
  const int moved_in = fcntl(in, F_DUPFD, 10), moved_out = fcntl(out, F_DUPFD, 10);
  dup2(moved_in, 3);
  dup2(moved_out, 4);
  const int nowhere = open("/dev/null", O_RDWR);
  for (const int standard : {0, 1, 2}) dup2(nowhere, standard);
  execl(program.c_str(), program.c_str(), "--headless=new", "--no-sandbox", "--disable-gpu",
        "--disable-dev-shm-usage", "--remote-debugging-pipe", "--no-first-run",
        ("--user-data-dir=" + profile).c_str(), "about:blank", nullptr);
  _exit(127);
}

}  // namespace

std::string Browser::find() {
  for (const char* path : {"/usr/bin/chromium", "/usr/bin/chromium-browser"}) {
    if (access(path, X_OK) == 0) return path;
  }
  return "";
}

Browser::Browser(const std::filesystem::path& folder) {
  const std::string program = find(), profile = (folder / "profile").string();
  signal(SIGPIPE, SIG_IGN);  // a browser that died is told by `call`
  const Pipe commands = make_pipe(), answers = make_pipe();
  process_ = fork();
  if (process_ == 0) become(program, profile, commands.read_end, answers.write_end);
  close(commands.read_end);
  close(answers.write_end);
  to_browser_ = commands.write_end;
  from_browser_ = answers.read_end;
  const json target = call("Target.createTarget", {{"url", "about:blank"}});
  session_ = call("Target.attachToTarget", {{"targetId", target.at("targetId")}, {"flatten", true}})
                 .at("sessionId");
  for (const char* domain : {"Page.enable", "Runtime.enable", "Log.enable"}) call(domain);
}

Browser::~Browser() {
  close(to_browser_);  // it ends when nobody can command it any more
  close(from_browser_);
  for (int tries = 0; tries < 100; ++tries) {
    if (waitpid(process_, nullptr, WNOHANG) == process_) return;
    usleep(50'000);
  }
  kill(process_, SIGKILL);
  waitpid(process_, nullptr, 0);
}

void Browser::open(const std::filesystem::path& page, const Screen& screen) {
  call("Emulation.setDeviceMetricsOverride", {{"width", screen.width},
                                              {"height", screen.height},
                                              {"deviceScaleFactor", 1},
                                              {"mobile", screen.width < 600}});
  const json theme = {{"name", "prefers-color-scheme"}, {"value", screen.dark ? "dark" : "light"}};
  call("Emulation.setEmulatedMedia",
       {{"media", screen.print ? "print" : ""}, {"features", json::array({theme})}});
  console_.clear();
  seen_.clear();
  call("Page.navigate", {{"url", "file://" + std::filesystem::absolute(page).string()}});
  wait_for("Page.loadEventFired");
  // Figures are drawn when their width is known: two frames later they stand.
  evaluate(
      "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))");
}

json Browser::evaluate(const std::string& expression) {
  const json answer =
      call("Runtime.evaluate",
           {{"expression", expression}, {"returnByValue", true}, {"awaitPromise", true}});
  if (answer.contains("exceptionDetails")) {
    throw std::runtime_error(answer.at("exceptionDetails").dump());
  }
  return answer.at("result").value("value", json());
}

void Browser::press(const std::string& key) {
  json event = {{"type", "keyDown"}, {"key", key}};
  if (key.size() == 1) event["text"] = key;
  call("Input.dispatchKeyEvent", event);
  call("Input.dispatchKeyEvent", {{"type", "keyUp"}, {"key", key}});
}

void Browser::click(double x, double y) {
  for (const char* type : {"mousePressed", "mouseReleased"}) {
    call("Input.dispatchMouseEvent",
         {{"type", type}, {"x", x}, {"y", y}, {"button", "left"}, {"clickCount", 1}});
  }
}

void Browser::screenshot(const std::filesystem::path& path) {
  const std::string bytes =
      decode_base64(call("Page.captureScreenshot").at("data").get<std::string>());
  std::ofstream(path, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

json Browser::call(const std::string& method, const json& parameters) {
  json message = {{"id", ++last_id_}, {"method", method}};
  message["params"] = parameters.is_null() ? json::object() : parameters;
  if (!session_.empty()) message["sessionId"] = session_;
  const std::string text = message.dump();
  if (write(to_browser_, text.c_str(), text.size() + 1) < 0) throw std::runtime_error("no browser");
  while (true) {
    const json answer = receive();
    if (answer.value("id", 0) != last_id_) {
      note(answer);
      continue;
    }
    if (answer.contains("error")) throw std::runtime_error(answer.at("error").dump());
    return answer.at("result");
  }
}

json Browser::receive() {
  std::size_t end;
  while ((end = buffer_.find('\0')) == std::string::npos) {
    pollfd waiting{from_browser_, POLLIN, 0};
    char bytes[65536];
    const ssize_t count =
        poll(&waiting, 1, kPatience) > 0 ? read(from_browser_, bytes, sizeof bytes) : 0;
    if (count <= 0) throw std::runtime_error("the browser does not answer");
    buffer_.append(bytes, static_cast<std::size_t>(count));
  }
  json message = json::parse(buffer_.substr(0, end));
  buffer_.erase(0, end + 1);
  return message;
}

void Browser::note(const json& event) {
  const std::string method = event.value("method", "");
  seen_.push_back(method);
  if (method == "Runtime.exceptionThrown" || method == "Log.entryAdded" ||
      method == "Runtime.consoleAPICalled") {
    console_.push_back(event.at("params").dump());
  }
}

void Browser::wait_for(const std::string& event) {
  while (std::find(seen_.begin(), seen_.end(), event) == seen_.end()) note(receive());
}

}  // namespace llcodes::test
