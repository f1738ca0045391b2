// Runs the real llcodes in a folder of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace llcodes::test {

/// What a program left behind.
struct Outcome {
  int exit_code = -1;  ///< 128 + signal if a signal ended it
  std::string out;
  std::string error;
};

/// A folder that is removed at the end of the test.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;

  const std::filesystem::path& path() const { return path_; }
  std::filesystem::path operator/(const std::string& name) const { return path_ / name; }

 private:
  std::filesystem::path path_;
};

/// Runs a shell command in `folder`, with llcodes on the path.
Outcome run_shell(const std::string& command, const std::filesystem::path& folder = ".");

/// Runs `llcodes arguments`, where the arguments are shell text.
Outcome run_llcodes(const std::string& arguments, const std::filesystem::path& folder = ".");

}  // namespace llcodes::test
