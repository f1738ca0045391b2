// The folder of a training run: what is refused before there is one, who may use it, and what
// going on with a finished run gives.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/shell_word.h"
#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTrain =
    "train x.npy --labels y.txt --bits 8 --hidden 32 --linear-epochs 2 --phase1-epochs 1 "
    "--phase2-epochs 1 --batch-size 32 --quiet ";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class RunFolder : public testing::Test {
 protected:
  RunFolder() { write_blobs(folder_ / "x.npy", folder_ / "y.txt"); }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  TemporaryFolder folder_;
};

TEST_F(RunFolder, WhatCannotWorkIsRefusedBeforeThereIsAFolder) {
  write_blobs(folder_ / "five.npy", folder_ / "five.txt", {.classes = 5, .instances = 1});
  ASSERT_EQ(run(kTrain + std::string("--run other --hidden 16")).exit_code, 0);
  const std::pair<const char*, const char*> cases[] = {
      {"--codebook five.npy", "five.npy: expected an array of 8 classes"},
      {"--codebook cca", "CCA has 7 components"},
      {"--weights nosuch.safetensors", "nosuch.safetensors"},
      {"--start-from other/linear.llc", "--hidden"},
      {"--device tpu", "tpu"}};
  for (const auto& [options, message] : cases) {
    const Outcome outcome = run(kTrain + std::string("--run run ") + options);
    EXPECT_NE(outcome.exit_code, 0) << options;
    EXPECT_TRUE(contains(outcome.error, message)) << options << ": " << outcome.error;
    EXPECT_FALSE(fs::exists(folder_ / "run")) << options;
  }
}

TEST_F(RunFolder, ALostOrDamagedModelOfAFinishedRunIsWrittenAgain) {
  ASSERT_EQ(run(kTrain + std::string("--run run")).exit_code, 0);
  const std::string model = read_text(folder_ / "run/model.llc");
  fs::remove(folder_ / "run/model.llc");
  EXPECT_EQ(run("train --resume run -o copy.llc --quiet").exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "copy.llc"), model);
  fs::resize_file(folder_ / "run/model.llc", 100);
  EXPECT_EQ(run("train --resume run --quiet").exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "run/model.llc"), model);
}

TEST_F(RunFolder, OneProcessAtATimeTrainsThere) {
  const Outcome outcome =
      run_shell("llcodes " + std::string(kTrain) +
                    "--linear-epochs 10000 --run run & pid=$!; while [ ! -e run/last.ckpt ] && "
                    "kill -0 $pid; "
                    "do sleep 0.05; done; llcodes train --resume run --quiet; echo code $?; "
                    "kill -TERM $pid; wait $pid; echo first $?",
                folder_.path());
  EXPECT_TRUE(contains(outcome.out, "code 1\nfirst 130")) << outcome.out << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "another process trains there")) << outcome.error;
}

TEST_F(RunFolder, TestDataIsMeasuredAtTheEnd) {
  write_blobs(folder_ / "test.npy", folder_ / "test.txt", {.seed = 2});
  const Outcome outcome =
      run(kTrain + std::string("--run run --test test.npy --test-labels test.txt --json"));
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const nlohmann::json test = nlohmann::json::parse(outcome.out).at("test");
  ASSERT_EQ(run("encode run/model.llc test.npy --labels test.txt -o codes.llc").exit_code, 0);
  const Outcome eval = run("eval run/model.llc codes.llc --json");
  EXPECT_EQ(test.at("rows"), nlohmann::json::parse(eval.out).at("rows"));
  EXPECT_TRUE(test.contains("linear"));
}

TEST_F(RunFolder, TestDataOfALinearClassifierIsMeasuredToo) {
  write_blobs(folder_ / "test.npy", folder_ / "test.txt", {.seed = 2});
  const std::string train =
      "train x.npy --labels y.txt --test test.npy --test-labels test.txt --hidden 32 "
      "--batch-size 32 --method linear --linear-epochs 2 --quiet --threads 1 ";
  const Outcome text = run(train + "--run text");
  ASSERT_EQ(text.exit_code, 0) << text.error;
  EXPECT_TRUE(contains(text.out, "on test data: linear ")) << text.out;
  const Outcome object = run(train + "--run object --json");
  const nlohmann::json test = nlohmann::json::parse(object.out).at("test");
  EXPECT_GT(test.at("linear").get<double>(), 0.9) << object.out;
  const Outcome report = run("report object");
  EXPECT_EQ(report.exit_code, 2);
  EXPECT_TRUE(contains(report.error, "linear classifier")) << report.error;
}

TEST_F(RunFolder, AFolderThatCannotBeMadeIsAFailure) {
  const Outcome outcome = run(kTrain + std::string("--run /proc/x"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.error, "/proc/x")) << outcome.error;
  EXPECT_FALSE(contains(outcome.error, "there is no file")) << outcome.error;
}

TEST_F(RunFolder, LabelsAreReadBeforeAnythingIsLearnt) {
  run_shell("printf 'class-0\\ncaf\\351\\n' > latin.txt; : > empty.txt", folder_.path());
  const std::pair<const char*, const char*> cases[] = {
      {"--labels latin.txt", "latin.txt: line 2"},
      {"--labels empty.txt", "0 labels for the 240"},
      {"--classes empty.txt", "no class name"}};
  for (const auto& [options, message] : cases) {
    const Outcome outcome = run(kTrain + std::string("--run run ") + options);
    EXPECT_NE(outcome.exit_code, 0) << options;
    EXPECT_TRUE(contains(outcome.error, message)) << options << ": " << outcome.error;
    EXPECT_FALSE(fs::exists(folder_ / "run")) << options;
  }
}

TEST_F(RunFolder, FeaturesThatAreAllTheSameAreNamed) {
  std::string file = read_text(folder_ / "x.npy");
  const std::size_t header = 10 + static_cast<unsigned char>(file[8]);
  write_atomically(folder_ / "x.npy",
                   file.substr(0, header) + std::string(file.size() - header, '\0'));
  const Outcome outcome = run(kTrain + std::string("--run run"));
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.error, "have the same features")) << outcome.error;
  EXPECT_FALSE(contains(outcome.error, "frame #")) << outcome.error;
}

TEST(ShellWord, QuotesWhatAShellWouldChange) {
  EXPECT_EQ(cli::shell_word("runs/a-b_1.llc"), "runs/a-b_1.llc");
  EXPECT_EQ(cli::shell_word("my run"), "'my run'");
  EXPECT_EQ(cli::shell_word("it's $x"), "'it'\\''s $x'");
  EXPECT_EQ(cli::shell_word(""), "''");
}

}  // namespace
}  // namespace llcodes::test
