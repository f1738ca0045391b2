// The commands of README.md and of the pages in docs work as they stand there.
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <regex>

#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

struct Command {
  std::string text;
  bool slow = false;  ///< marked `# minutes`: compared with the help instead of run
};

/// Lines after `$ ` in the ```sh blocks.
std::vector<Command> commands_of(const std::string& path) {
  std::vector<Command> commands;
  bool in_block = false;
  for (const std::string& line : read_lines(path)) {
    if (line.starts_with("```")) in_block = line == "```sh";
    if (!in_block || !line.starts_with("$ ")) continue;
    const std::size_t mark = line.find("# minutes");
    commands.push_back({line.substr(2, mark - 2), mark != std::string::npos});
  }
  return commands;
}

std::vector<std::string> words_of(const std::string& text) {
  static const std::regex word("\\S+");
  std::vector<std::string> words;
  for (std::sregex_iterator found(text.begin(), text.end(), word), end; found != end; ++found) {
    words.push_back(found->str());
  }
  return words;
}

/// The program knows the verb and every option of the command.
void expect_known(const Command& command) {
  const std::vector<std::string> words = words_of(command.text);
  ASSERT_GE(words.size(), 2u) << command.text;
  const bool is_run = words[0] == "./run";
  const std::string verb = words[1] == "index" ? words[1] + " " + words.at(2) : words[1];
  const std::string help_command =
      is_run ? LLCODES_SOURCE "/run help" : "llcodes " + verb + " --help";
  const Outcome help = run_shell(help_command);
  EXPECT_EQ(help.exit_code, 0) << command.text << help.error;
  for (const std::string& word : words) {
    const bool is_name = word.starts_with("-") || &word == &words[1];
    EXPECT_TRUE(!is_name || help.out.find(word) != std::string::npos)
        << word << " of " << command.text;
  }
}

TEST(Readme, HasCommandsOfBothKinds) {
  const std::vector<Command> commands = commands_of(LLCODES_SOURCE "/README.md");
  const auto is_slow = [](const Command& command) { return command.slow; };
  EXPECT_GE(std::count_if(commands.begin(), commands.end(), is_slow), 2);
  EXPECT_GE(std::count_if(commands.begin(), commands.end(), std::not_fn(is_slow)), 4);
}

class Document : public testing::TestWithParam<std::string> {};

TEST_P(Document, CommandsWork) {
  const TemporaryFolder folder;
  write_blobs(folder / "features.npy", folder / "labels.txt");
  write_blobs(folder / "test.npy", folder / "test.txt", {.seed = 2});
  for (const Command& command : commands_of(LLCODES_SOURCE "/" + GetParam())) {
    if (command.slow) {
      expect_known(command);
    } else {
      const Outcome outcome = run_shell(command.text, folder.path());
      ASSERT_EQ(outcome.exit_code, 0) << command.text << "\n" << outcome.error;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Pages, Document, testing::Values("README.md", "docs/retrieval.md"),
                         [](const auto& page) { return "Page" + std::to_string(page.index); });

}  // namespace
}  // namespace llcodes::test
