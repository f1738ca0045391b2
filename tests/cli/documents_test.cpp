// The commands of README.md and of the pages in docs work as they stand there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <functional>
#include <iterator>
#include <regex>
#include <sstream>

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
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

/// As it stands, or as help writes it: `--[no-]word`, and arguments in capitals, which options name
/// too.
bool is_in_help(const std::string& word, const std::string& help) {
  const auto has = [&](const std::string& text) { return help.find(text) != std::string::npos; };
  if (has(word) || !word.starts_with("--")) return has(word);
  if (word.starts_with("--no-")) return has("--[no-]" + word.substr(5));
  std::string argument = word.substr(2);
  for (char& c : argument) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  return has("\n  " + argument + " ");
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
    EXPECT_TRUE(!is_name || is_in_help(word, help.out)) << word << " of " << command.text;
  }
}

/// What stands in code blocks of either kind and begins with `llcodes`; lines that end in \\ go on.
std::vector<std::string> mentioned_commands(const std::string& path) {
  std::vector<std::string> commands;
  bool in_fence = false, goes_on = false;
  for (std::string line : read_lines(path)) {
    if (line.starts_with("```")) in_fence = !in_fence;
    const bool in_block = in_fence || line.starts_with("    ");
    line.erase(0, line.find_first_not_of(" $"));
    const bool begins = in_block && line.starts_with("llcodes ") && !line.starts_with("llcodes --");
    const bool belongs = begins || (goes_on && in_block);
    goes_on = belongs && line.ends_with("\\");
    if (goes_on) line.pop_back();
    if (!belongs) continue;
    line = line.substr(0, std::min(line.find(" #"), line.find(" | ")));
    if (begins) commands.emplace_back();
    commands.back() += line;
  }
  return commands;
}

TEST(Pages, NameVerbsAndOptionsThatExist) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(LLCODES_SOURCE "/docs")) {
    if (entry.path().extension() != ".md") continue;
    SCOPED_TRACE(entry.path().filename());
    for (const std::string& command : mentioned_commands(entry.path())) {
      // `launch -n 2 -- train ...` holds two commands.
      const std::size_t dashes = std::min(command.find(" -- "), command.size());
      expect_known({command.substr(0, dashes)});
      if (dashes < command.size()) expect_known({"llcodes" + command.substr(dashes + 3)});
      ++count;
    }
  }
  EXPECT_GT(count, 40u);
}

/// A heading as links name it: "What it costs, measured" is "what-it-costs-measured".
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading.substr(heading.find_first_not_of("# "))) {
    const auto letter = static_cast<unsigned char>(c);
    if (c == ' ' || c == '-') anchor += '-';
    if (std::isalnum(letter) || c == '_') anchor += static_cast<char>(std::tolower(letter));
  }
  return anchor;
}

bool has_heading(const std::filesystem::path& page, const std::string& anchor) {
  const std::vector<std::string> lines = read_lines(page);
  return std::ranges::any_of(lines, [&](const std::string& line) {
    return line.starts_with("#") && anchor_of(line) == anchor;
  });
}

/// What stands in the round brackets of Markdown's links.
std::vector<std::string> links_of(const std::filesystem::path& page) {
  const std::string text = read_text(page);
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  std::vector<std::string> links;
  for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) {
    links.push_back((*i)[1]);
  }
  return links;
}

TEST(Pages, LinkToPagesAndHeadingsThatExist) {
  namespace fs = std::filesystem;
  std::vector<fs::path> pages = {LLCODES_SOURCE "/README.md", LLCODES_SOURCE "/CONTRIBUTING.md"};
  for (const auto& entry : fs::directory_iterator(LLCODES_SOURCE "/docs")) pages.push_back(entry);
  std::size_t count = 0;
  for (const fs::path& page : pages) {
    for (const std::string& link : links_of(page)) {
      if (link.starts_with("http")) continue;
      SCOPED_TRACE(page.filename().string() + ": " + link);
      const std::size_t mark = std::min(link.find('#'), link.size());
      const fs::path target = mark == 0 ? page : page.parent_path() / link.substr(0, mark);
      ASSERT_TRUE(fs::exists(target));
      if (mark < link.size()) {
        EXPECT_TRUE(has_heading(target, link.substr(mark + 1)));
      }
      ++count;
    }
  }
  EXPECT_GT(count, 50u);
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
