// llcodes report through the real program.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Report : public testing::Test {
 protected:
  Report() {
    std::filesystem::create_directory(folder_ / "run");
    write_codebook_model(folder_ / "run/model.llc");
    write_codes(folder_ / "run/test-codes.llc");
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  TemporaryFolder folder_;
};

TEST_F(Report, IsWrittenIntoTheRunFolderAndSaysWhatIsMissing) {
  const Outcome outcome = run("report run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "run/report.html")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "ood-codes.llc")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "--linear RUN/linear.llc")) << outcome.out;
  const std::string page = read_text(folder_ / "run/report.html");
  EXPECT_TRUE(page.starts_with("<!doctype html>"));
  EXPECT_TRUE(contains(page, "\"ant\""));
}

TEST_F(Report, JsonNamesFileAndSize) {
  const json result = json::parse(run("report run --output page.html --json").out);
  EXPECT_EQ(result.at("report"), "page.html");
  EXPECT_EQ(result.at("bytes"), std::filesystem::file_size(folder_ / "page.html"));
}

TEST_F(Report, TheSameRunGivesTheSamePageButForTimes) {
  const auto page = [&] {
    std::string text = read_text(folder_ / "run/report.html");
    const std::size_t times = text.find("\"speed\":{");
    return text.erase(times, text.find("\"taxonomy\":", times) - times);
  };
  run("report run");
  const std::string first = page();
  run("report run");
  EXPECT_EQ(page(), first);
}

TEST_F(Report, BadFoldersAreUsageErrorsThatNameTheCure) {
  const Outcome missing = run("report nowhere");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(contains(missing.error, "nowhere: there is no such folder")) << missing.error;
  const Outcome empty = run("report .");
  EXPECT_EQ(empty.exit_code, 2);
  EXPECT_TRUE(contains(empty.error, "no model.llc")) << empty.error;
  EXPECT_EQ(run("report run -o nowhere/page.html").exit_code, 2);
  EXPECT_EQ(run("report").exit_code, 2);
}

TEST_F(Report, OnlyAPageIsReplaced) {
  write_atomically(folder_ / "run/metrics.jsonl", "");
  write_atomically(folder_ / "run/args.toml", "method = \"llc\"\n");
  write_atomically(folder_ / "data.npy", "features");
  run_shell("ln -s run/args.toml link", folder_.path());
  for (const std::string name :
       {"run/metrics.jsonl", "run/args.toml", "run/model.llc", "data.npy", "link"}) {
    const std::string before = read_text(folder_ / name);
    const Outcome outcome = run("report run -o " + name);
    EXPECT_EQ(outcome.exit_code, 2) << name << outcome.error;
    EXPECT_TRUE(contains(outcome.error, name + " is no page")) << name << outcome.error;
    EXPECT_EQ(read_text(folder_ / name), before) << name;
  }
  write_atomically(folder_ / "run/old.html", "old");
  EXPECT_EQ(run("report run -o run/old.html").exit_code, 0);
  EXPECT_NE(read_text(folder_ / "run/old.html"), "old");
}

TEST_F(Report, PicturesThatWereSwitchedOffAreNotSaidToBeLost) {
  const Outcome outcome = run("report run --no-pictures");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "switched off with --no-pictures")) << outcome.out;
  EXPECT_TRUE(contains(run("report run").out, "not at hand"));
}

TEST_F(Report, AFailureLeavesTheOldPage) {
  write_atomically(folder_ / "run/report.html", "old");
  write_atomically(folder_ / "run/test-codes.llc", "damaged");
  EXPECT_EQ(run("report run").exit_code, 1);
  EXPECT_EQ(read_text(folder_ / "run/report.html"), "old");
}

}  // namespace
}  // namespace llcodes::test
