// The program as a user meets it: help, versions, mistakes, exit codes.
#include "program.h"

#include <gtest/gtest.h>

namespace llcodes::test {
namespace {

const std::vector<std::string> kVerbs = {
    "demo",       "data",        "train",     "encode",       "classify",     "eval",
    "index info", "index build", "index add", "index remove", "index verify", "search",
    "import",     "export",      "verify",    "doctor",       "launch"};

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

TEST(Program, HelpListsEveryVerb) {
  const Outcome outcome = run_llcodes("--help");
  EXPECT_EQ(outcome.exit_code, 0);
  for (const std::string& verb : kVerbs) EXPECT_TRUE(contains(outcome.out, "  " + verb)) << verb;
  EXPECT_EQ(outcome.out, run_llcodes("help").out);
}

TEST(Program, EveryVerbHasHelpWithUsageAndExample) {
  for (const std::string& verb : kVerbs) {
    const Outcome outcome = run_llcodes(verb + " --help");
    EXPECT_EQ(outcome.exit_code, 0) << verb;
    EXPECT_TRUE(contains(outcome.out, "usage: llcodes " + verb)) << outcome.out;
    EXPECT_TRUE(contains(outcome.out, "  $ llcodes " + verb)) << outcome.out;
    EXPECT_EQ(outcome.out, run_llcodes("help " + verb).out);
  }
}

TEST(Program, AFamilyOfVerbsListsItsMembers) {
  const Outcome help = run_llcodes("index --help"), bare = run_llcodes("index");
  EXPECT_EQ(help.exit_code, 0);
  EXPECT_TRUE(contains(help.out, "  index remove")) << help.out;
  EXPECT_FALSE(contains(help.out, "  train")) << help.out;
  EXPECT_EQ(help.out, run_llcodes("help index").out);
  EXPECT_EQ(bare.exit_code, 2);
  EXPECT_EQ(bare.error, help.out);
  const Outcome unknown = run_llcodes("index biuld x");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.error, "did you mean 'index build'?")) << unknown.error;
}

TEST(Program, HelpShowsDefaultsAndRanges) {
  const std::string help = run_llcodes("train --help").out;
  EXPECT_TRUE(contains(help, "[20; 1 to 256]")) << help;
  EXPECT_TRUE(contains(help, "--recipe")) << help;
}

TEST(Program, HelpWinsOverMistakes) {
  EXPECT_EQ(run_llcodes("train --nonsense --help").exit_code, 0);
}

TEST(Program, WithoutArgumentsShowsHelpAsAnError) {
  const Outcome outcome = run_llcodes("");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(outcome.out.empty());
  EXPECT_TRUE(contains(outcome.error, "usage:"));
}

TEST(Program, VersionIsOneLine) {
  EXPECT_TRUE(run_llcodes("--version").out.starts_with("llcodes 0."));
}

TEST(Program, UnknownVerbSuggestsTheNearest) {
  const Outcome outcome = run_llcodes("trian photos");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.error, "did you mean 'train'?")) << outcome.error;
}

TEST(Program, UnknownOptionSuggestsTheNearest) {
  const Outcome outcome = run_llcodes("train photos --bitz 20");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(outcome.error.starts_with("llcodes train: unknown option '--bitz'"));
  EXPECT_TRUE(contains(outcome.error, "did you mean '--bits'?")) << outcome.error;
}

struct Mistake {
  std::string arguments;
  std::string message;
};

TEST(Program, MistakesAreOneLineAndExitWithTwo) {
  const std::vector<Mistake> mistakes = {
      {"train photos --bits", "'--bits' needs a value"},
      {"train photos --bits many", "whole number from 1 to 256"},
      {"train photos --bits 0", "whole number from 1 to 256"},
      {"train photos --recipe best", "default"},
      {"train", "argument DATA is missing"},
      {"train photos extra", "unexpected argument 'extra'"},
      {"encode model.llc data", "option '--output' is missing"},
      {"classify", "argument MODEL is missing"},
      {"train photos -x 3", "unknown option '-x'"},
      {"data nonsense", "argument ACTION: found \"nonsense\", expected one of list"},
      {"data show", "DATA is missing"},
      {"train /nowhere/photos --output /nowhere/else/m.llc", "there is no folder"},
      {"train --resume /nowhere/run", "args.toml"},
  };
  for (const Mistake& mistake : mistakes) {
    const Outcome outcome = run_llcodes(mistake.arguments);
    EXPECT_EQ(outcome.exit_code, 2) << mistake.arguments;
    EXPECT_TRUE(contains(outcome.error, mistake.message)) << mistake.arguments << outcome.error;
    EXPECT_EQ(outcome.error.find('\n'), outcome.error.size() - 1) << outcome.error;
    EXPECT_TRUE(outcome.out.empty()) << mistake.arguments;
  }
}

TEST(Program, ConfigurationFileIsReadBeforeTheCommandLine) {
  const TemporaryFolder folder;
  run_shell("echo 'bitz = 12' > bad.toml; echo 'bits = 999' > range.toml", folder.path());
  const Outcome unknown = run_llcodes("train photos --config bad.toml", folder.path());
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_TRUE(contains(unknown.error, "bad.toml:1") && contains(unknown.error, "bits"))
      << unknown.error;
  EXPECT_EQ(run_llcodes("train photos --config range.toml", folder.path()).exit_code, 2);
  const Outcome missing = run_llcodes("train photos --config none.toml", folder.path());
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(contains(missing.error, "none.toml")) << missing.error;
}

TEST(Program, StartsWithoutLibtorch) {
  const std::string libraries = run_shell("LD_TRACE_LOADED_OBJECTS=1 " LLCODES_PROGRAM).out;
  EXPECT_FALSE(contains(libraries, "torch")) << libraries;
  EXPECT_FALSE(contains(libraries, "openblas")) << libraries;
}

TEST(Program, DoctorAlwaysGivesACure) {
  const Outcome outcome = run_llcodes("doctor");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  for (const char* subject : {"version", "CPU", "threads", "OpenBLAS", "fonts", "cache folder"}) {
    EXPECT_TRUE(contains(outcome.out, subject)) << subject;
  }
}

}  // namespace
}  // namespace llcodes::test
