// Several processes that train together, through the real programs.
#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "llcodes/core/container.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

constexpr const char* kTrain =
    "train x.npy --labels y.txt --bits 4 --hidden 32 --linear-epochs 4 --phase1-epochs 8 "
    "--phase2-epochs 8 --batch-size 32 --threads 1 ";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The largest difference between two models, relative to the largest value of each tensor.
double difference(const std::filesystem::path& a, const std::filesystem::path& b) {
  const Container left = Container::open(a), right = Container::open(b);
  double largest = 0;
  for (const std::string& name : left.tensor_names()) {
    if (left.tensor(name).dtype != DType::kF32) continue;
    const Shape any(left.tensor(name).shape.size(), -1);
    const auto x = left.values<float>(name, any), y = right.values<float>(name, any);
    double scale = 1e-12, error = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      scale = std::max(scale, std::abs(double{x[i]}));
      error = std::max(error, std::abs(double{x[i]} - y[i]));
    }
    largest = std::max(largest, error / scale);
  }
  return largest;
}

class Launch : public testing::Test {
 protected:
  Launch() { write_blobs(folder_ / "x.npy", folder_ / "y.txt"); }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }
  Outcome shell(const std::string& command) const { return run_shell(command, folder_.path()); }

  TemporaryFolder folder_;
};

/// 120 steps; the program itself checks at the end of every epoch that all ranks hold the same bits.
TEST_F(Launch, TwoProcessesLearnWhatOneLearns) {
  const Outcome one = run(kTrain + std::string("--run one -o one.llc"));
  ASSERT_EQ(one.exit_code, 0) << one.error;
  const Outcome two = run("launch -n 2 -- " + std::string(kTrain) + "--run two -o two.llc --json");
  ASSERT_EQ(two.exit_code, 0) << two.error;
  EXPECT_EQ(nlohmann::json::parse(two.out).at("model"), "two.llc") << "rank 0 alone speaks";
  EXPECT_LT(difference(folder_ / "one.llc", folder_ / "two.llc"), 1e-5);
}

/// One process begins and is interrupted, two go on: they learn what one alone learns.
TEST_F(Launch, ARunMayChangeItsNumberOfProcesses) {
  const std::string train = kTrain + std::string("--phase2-epochs 20 ");
  ASSERT_EQ(run(train + "--run whole -o whole.llc").exit_code, 0);
  const Outcome one = shell("llcodes " + train + "--run parts -o parts.llc & pid=$!; "
                            "while [ ! -e parts/metrics.csv ] && kill -0 $pid; do sleep 0.01; done; "
                            "kill -TERM $pid; wait $pid; echo exit $?");
  ASSERT_TRUE(contains(one.out, "exit 130")) << one.out << one.error;
  const Outcome two = run("launch -n 2 -- train --resume parts -o parts.llc");
  ASSERT_EQ(two.exit_code, 0) << two.error;
  EXPECT_LT(difference(folder_ / "whole.llc", folder_ / "parts.llc"), 1e-5);
}

TEST_F(Launch, WithoutSynchronisedNormsRanksStillAgree) {
  const Outcome outcome =
      run("launch -n 2 -- " + std::string(kTrain) + "--no-sync-norm --run two --quiet");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
}

/// Class codes that follow the instances, and the mean of the weights, are the same in all ranks too.
TEST_F(Launch, ARivalsRanksAgree) {
  const Outcome outcome =
      run("launch -n 2 -- " + std::string(kTrain) +
          "--method greedyhash --rival-epochs 3 --average 0.9 --no-sync-norm --run two --quiet");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
}

TEST_F(Launch, ARankWithOtherArgumentsIsRefused) {
  const std::string common =
      "export WORLD_SIZE=2 MASTER_ADDR=127.0.0.1 MASTER_PORT=$((20000 + $$ % 20000)); ";
  const Outcome outcome =
      shell(common + "RANK=1 llcodes " + kTrain + "--phase1-lr 0.2 --run run 2> second & pid=$!; " +
            "RANK=0 llcodes " + kTrain + "--run run; first=$?; wait $pid; echo $first $?; cat second");
  EXPECT_TRUE(contains(outcome.out, "2 2\n")) << outcome.out << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "phase1-lr = 0.2")) << outcome.out;
  EXPECT_TRUE(contains(outcome.error, "rank 1 was started with other options")) << outcome.error;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "run/args.toml")) << "nothing was begun";
}

TEST_F(Launch, ABatchThatCannotBeSharedIsRefused) {
  const Outcome outcome = run("launch -n 2 -- train x.npy --labels y.txt --bits 4 --batch-size 31");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.error, "choose a multiple")) << outcome.error;
}

/// Starts two ranks for a long run, waits for the first checkpoint, does `act` to rank 1.
std::string long_run(const std::string& act) {
  return "llcodes launch -n 2 --grace 2 -- " + std::string(kTrain) +
         "--phase2-epochs 5000 --checkpoint-minutes 0 --rank-timeout 3 --run run --quiet & pid=$!; "
         "while [ ! -e run/metrics.csv ] && kill -0 $pid; do sleep 0.05; done; "
         "for child in $(pgrep -P $pid); do "
         "if tr '\\0' '\\n' < /proc/$child/environ | grep -qx RANK=1; then " + act +
         " $child; fi; done; wait $pid; echo exit $?";
}

TEST_F(Launch, ADeadRankEndsTheOthersAndTheRunGoesOn) {
  const Outcome killed = shell(long_run("kill -9"));
  EXPECT_TRUE(contains(killed.out, "exit 137")) << killed.out << killed.error;
  EXPECT_TRUE(contains(killed.error, "rank 1 of 2 was ended by signal 9")) << killed.error;
  EXPECT_TRUE(contains(killed.error, "lost another process")) << killed.error;
  const Outcome resumed =
      run("launch -n 2 -- train --resume run --quiet -o model.llc --steps 20 --json");
  EXPECT_EQ(resumed.exit_code, 0) << resumed.error;
  EXPECT_EQ(run("verify model.llc").exit_code, 0);
}

TEST_F(Launch, ASilentRankEndsTheOthersWithinTheTimeout) {
  const Outcome stopped = shell(long_run("kill -STOP"));
  EXPECT_FALSE(contains(stopped.out, "exit 0")) << stopped.out;
  EXPECT_TRUE(contains(stopped.error, "silent for 3 seconds")) << stopped.error;
}

TEST_F(Launch, AnInterruptSavesTheStateOfAll) {
  const Outcome outcome = shell(
      "llcodes launch -n 2 -- " + std::string(kTrain) +
      "--phase2-epochs 5000 --run run & pid=$!; "
      "while [ ! -e run/metrics.csv ] && kill -0 $pid; do sleep 0.05; done; "
      "kill -TERM $pid; wait $pid; echo exit $?");
  EXPECT_TRUE(contains(outcome.out, "exit 130")) << outcome.out << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "train --resume run")) << outcome.error;
}

TEST_F(Launch, OtherVerbsAreRefused) {
  const Outcome outcome = run("launch -n 2 -- encode x y");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.error, "launch runs train")) << outcome.error;
}

}  // namespace
}  // namespace llcodes::test
