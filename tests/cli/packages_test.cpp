// packages.txt, scripts/install and ./run agree with the program.
#include <gtest/gtest.h>

#include <set>

#include "llcodes/core/file.h"
#include "llcodes/data/kanji.h"
#include "program.h"

namespace llcodes::test {
namespace {

/// Names under `[need]`.
std::set<std::string> packages_of(const std::string& need) {
  std::set<std::string> packages;
  bool here = false;
  for (const std::string& line : read_lines(LLCODES_SOURCE "/packages.txt")) {
    if (line.starts_with("[")) here = line == "[" + need + "]";
    if (here && !line.empty() && line[0] != '[' && line[0] != '#') {
      packages.insert(line.substr(0, line.find(' ')));
    }
  }
  return packages;
}

TEST(Packages, HoldTheFontsOfTheKanjiSet) {
  std::set<std::string> used;
  for (const Face& face : kanji_faces()) used.emplace(face.package);
  EXPECT_EQ(packages_of("fonts"), used);
}

TEST(Packages, AreListedForEveryNeedThatRunAsksFor) {
  for (const char* need : {"build", "learn", "fonts", "test", "bench", "format"}) {
    EXPECT_FALSE(packages_of(need).empty()) << need;
  }
}

TEST(RunScript, ListsItsTasksAndRefusesOthers) {
  const Outcome help = run_shell(LLCODES_SOURCE "/run help");
  for (const char* task : {"demo", "test", "build", "bench", "install", "format"}) {
    EXPECT_NE(help.out.find(task), std::string::npos) << task;
  }
  const Outcome unknown = run_shell(LLCODES_SOURCE "/run everything");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.error.find("unknown task 'everything'"), std::string::npos);
}

TEST(InstallScript, DoesNothingIfNothingIsMissing) {
  const Outcome outcome = run_shell(LLCODES_SOURCE "/scripts/install build");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(outcome.error.empty()) << outcome.error;
}

/// With programs that stand in for those of the system: nobody is root, nothing is installed.
TEST(InstallScript, SaysInOneLineWhenItCannotInstall) {
  const TemporaryFolder folder;
  run_shell(
      "printf '#!/bin/sh\\necho 1000\\n' > id; printf '#!/bin/sh\\nexit 1\\n' > sudo;"
      "cp sudo dpkg-query; chmod +x id sudo dpkg-query",
      folder.path());
  const Outcome outcome = run_shell("PATH=" + folder.path().string() +
                                    ":\"$PATH\" " LLCODES_SOURCE "/scripts/install format");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_EQ(outcome.error,
            "install: neither root nor sudo; ask somebody who is to run: "
            "apt-get install clang-format\n");
}

}  // namespace
}  // namespace llcodes::test
