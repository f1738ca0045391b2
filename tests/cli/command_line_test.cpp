// From words to options.
#include "cli/command_line.h"

#include <gtest/gtest.h>

namespace llcodes::cli {
namespace {

struct Values {
  std::string data;
  std::vector<std::string> files;
  std::int64_t bits = 20;
  double rate = 0.5;
  bool fast = true;
  std::string output;
};

class CommandLine : public testing::Test {
 protected:
  CommandLine() {
    table_.text("data", values_.data, "data")
        .required()
        .list("file", values_.files, "files")
        .number("bits", values_.bits, "bits", 1, 256)
        .number("rate", values_.rate, "rate", -10, 10)
        .flag("fast", values_.fast, "fast")
        .text("output", values_.output, "output")
        .short_name('o');
  }

  void read(const std::vector<std::string>& words) {
    apply(parse_words(table_, positionals_, words));
  }

  Values values_;
  OptionTable table_;
  std::vector<Positional> positionals_ = {{"data", "DATA"}, {"file", "FILE", true}};
};

TEST_F(CommandLine, AcceptsEverySpelling) {
  read({"photos", "--bits", "12", "--rate=-2.5", "--no-fast", "-o", "a", "x", "y"});
  EXPECT_EQ(values_.data, "photos");
  EXPECT_EQ(values_.bits, 12);
  EXPECT_EQ(values_.rate, -2.5);
  EXPECT_FALSE(values_.fast);
  EXPECT_EQ(values_.output, "a");
  EXPECT_EQ(values_.files, (std::vector<std::string>{"x", "y"}));
}

TEST_F(CommandLine, NegativeNumbersAreValues) {
  read({"photos", "--rate", "-1.5"});
  EXPECT_EQ(values_.rate, -1.5);
}

TEST_F(CommandLine, TwoDashesEndTheOptions) {
  read({"--", "--bits", "-o"});
  EXPECT_EQ(values_.data, "--bits");
  EXPECT_EQ(values_.files, (std::vector<std::string>{"-o"}));
}

TEST_F(CommandLine, OneDashIsAnArgument) {
  read({"-"});
  EXPECT_EQ(values_.data, "-");
}

TEST_F(CommandLine, TheLastValueWins) {
  read({"--bits", "1", "--bits", "2", "--fast", "--no-fast", "--fast"});
  EXPECT_EQ(values_.bits, 2);
  EXPECT_TRUE(values_.fast);
}

TEST_F(CommandLine, ReadingAgainDoesNotRepeatLists) {
  const std::vector<std::string> words = {"photos", "x", "y"};
  const auto assignments = parse_words(table_, positionals_, words);
  apply(assignments);
  apply(assignments);
  EXPECT_EQ(values_.files.size(), 2u);
}

TEST_F(CommandLine, MistakesAreUsageErrors) {
  EXPECT_THROW(read({"--bitz", "3"}), UsageError);
  EXPECT_THROW(read({"--bits"}), UsageError);
  EXPECT_THROW(read({"--output", "--bits", "3"}), UsageError);
  EXPECT_THROW(read({"--no-bits"}), UsageError);
  EXPECT_THROW(read({"--fast=perhaps"}), std::invalid_argument);
  EXPECT_THROW(check_required(table_, positionals_), UsageError);
}

TEST_F(CommandLine, HelpIsSeenAnywhereBeforeTwoDashes) {
  EXPECT_TRUE(asks_for_help({"photos", "-h"}));
  EXPECT_FALSE(asks_for_help({"photos", "--", "--help"}));
}

}  // namespace
}  // namespace llcodes::cli
