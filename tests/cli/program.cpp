#include "program.h"

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace llcodes::test {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();
  return text.str();
}

std::string quoted(const fs::path& path) { return "'" + path.string() + "'"; }

int exit_code_of(int status) {
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

TemporaryFolder::TemporaryFolder() {
  std::string name = (fs::temp_directory_path() / "llcodes-test-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
  path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

Outcome run_shell(const std::string& command, const fs::path& folder) {
  const TemporaryFolder streams;
  const fs::path bin = fs::path(LLCODES_PROGRAM).parent_path();
  const std::string whole = "cd " + quoted(folder) + " && export PATH=" + quoted(bin) +
                            ":\"$PATH\" && { " + command + "\n} > " + quoted(streams / "out") +
                            " 2> " + quoted(streams / "error") + " < /dev/null";
  const int status = std::system(whole.c_str());
  return {exit_code_of(status), content_of(streams / "out"), content_of(streams / "error")};
}

Outcome run_llcodes(const std::string& arguments, const fs::path& folder) {
  return run_shell("llcodes " + arguments, folder);
}

}  // namespace llcodes::test
