// From features to classes through the real programs: train, encode, classify, eval.
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

constexpr const char* kTrain =
    "train x.npy --labels y.txt --bits 4 --hidden 32 --linear-epochs 4 --phase1-epochs 4 "
    "--phase2-epochs 4 --batch-size 32 ";

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Learn : public testing::Test {
 protected:
  Learn() {
    write_blobs(folder_ / "x.npy", folder_ / "y.txt");
    write_blobs(folder_ / "test.npy", folder_ / "test.txt", {.seed = 2});
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  TemporaryFolder folder_;
};

TEST_F(Learn, TrainEncodeClassifyEval) {
  const Outcome trained = run(kTrain + std::string("-o model.llc --run run --json"));
  ASSERT_EQ(trained.exit_code, 0) << trained.error;
  EXPECT_EQ(json::parse(trained.out).at("model"), "model.llc");
  EXPECT_EQ(run("verify model.llc run/model.llc run/last.ckpt").exit_code, 0);

  const Outcome encoded = run("encode model.llc test.npy --labels test.txt -o codes.llc");
  ASSERT_EQ(encoded.exit_code, 0) << encoded.error;
  EXPECT_TRUE(contains(encoded.out, "240 codes of 4 bits")) << encoded.out;

  const std::string lines = run("classify model.llc codes.llc").out;
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 240);
  EXPECT_EQ(run("classify model.llc test.npy").out, lines) << "codes and features agree";

  const Outcome from_codes = run("eval model.llc codes.llc --json");
  const Outcome from_data =
      run("eval model.llc test.npy --labels test.txt --linear run/linear.llc --json");
  ASSERT_EQ(from_data.exit_code, 0) << from_data.error;
  const json codes_report = json::parse(from_codes.out), report = json::parse(from_data.out);
  EXPECT_EQ(codes_report.at("rows"), report.at("rows"));
  EXPECT_GT(report.at("linear").get<double>(), 0.9);
  EXPECT_GT(report.at("rows").back().at("accuracy").get<double>(), 0.9);
}

TEST_F(Learn, CodesKnowTheClassifierOfTheirFeatures) {
  for (const std::string seed : {"1", "2"}) {
    const Outcome trained = run(kTrain + std::string("--run run" + seed + " --seed " + seed));
    ASSERT_EQ(trained.exit_code, 0) << trained.error;
  }
  ASSERT_EQ(run("encode run1/model.llc test.npy --labels test.txt --linear run1/linear.llc "
                "-o codes.llc")
                .exit_code,
            0);
  EXPECT_EQ(run("eval run1/model.llc codes.llc --linear run1/linear.llc").exit_code, 0);
  const Outcome other = run("eval run1/model.llc codes.llc --linear run2/linear.llc");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_TRUE(contains(other.error, "those of another linear model")) << other.error;
}

TEST_F(Learn, IntegerLabelsMeanTheModelsOrderOfClasses) {
  run_shell(
      "sort -u y.txt > classes.txt; for name in y test; do "
      "awk 'NR == FNR { n[$0] = NR - 1; next } { print n[$0] }' classes.txt $name.txt "
      "> $name-numbers.txt; done",
      folder_.path());
  ASSERT_EQ(run("train x.npy --labels y-numbers.txt --classes classes.txt --bits 4 --hidden 32 "
                "--batch-size 32 --run run")
                .exit_code,
            0);
  const Outcome named = run("eval run/model.llc test.npy --labels test.txt --json");
  const Outcome numbered = run("eval run/model.llc test.npy --labels test-numbers.txt --json");
  ASSERT_EQ(numbered.exit_code, 0) << numbered.error;
  EXPECT_EQ(named.out, numbered.out);
}

/// Two classes that training never saw, each shown by five of its instances.
TEST_F(Learn, ExtendAddsClassesThatAreFound) {
  ASSERT_EQ(run("train x.npy --labels y.txt --bits 8 --hidden 32 --batch-size 32 --run run "
                "-o model.llc")
                .exit_code,
            0);
  write_blobs(folder_ / "new.npy", folder_ / "new.txt", {.classes = 2, .first_class = 8});
  const Outcome encoded = run("encode model.llc new.npy --labels new.txt -o new.llc");
  ASSERT_EQ(encoded.exit_code, 0) << encoded.error;
  EXPECT_TRUE(contains(encoded.error, "60 instances are of classes that model.llc does not know"))
      << encoded.error;
  EXPECT_TRUE(contains(encoded.error, "such as \"class-8\"")) << encoded.error;
  const Outcome strange = run("eval model.llc new.npy --labels new.txt");
  EXPECT_EQ(strange.exit_code, 2) << strange.error;
  EXPECT_TRUE(contains(strange.error, "such as \"class-8\"")) << strange.error;
  run_shell(
      "awk '{ print \"new.npy row \" (NR - 1) \"\\t\" $0 > (NR <= 10 ? \"named.tsv\" : "
      "\"rest.tsv\") }' new.txt",
      folder_.path());
  const std::string extend =
      "extend model.llc new.npy --named named.tsv -o larger.llc --test rest.tsv ";
  const Outcome outcome = run(extend + "--check test.npy --check-labels test.txt --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("classes"), 10);
  EXPECT_GT(report.at("new_accuracy").get<double>(), 0.8) << outcome.out;
  EXPECT_GT(report.at("old_accuracy_before").get<double>(), 0.9);
  EXPECT_GT(report.at("old_accuracy_after").get<double>(),
            report.at("old_accuracy_before").get<double>() - 0.05);
  // The written model says what was measured.
  const Outcome exact = run("eval larger.llc new.npy --labels new.txt --json");
  ASSERT_EQ(exact.exit_code, 0) << exact.error;
  EXPECT_GT(json::parse(exact.out).at("rows").back().at("accuracy").get<double>(), 0.8);
  // Codes of before were read from the answer of fewer classes.
  const Outcome before = run("eval larger.llc new.llc --labels new.txt");
  EXPECT_EQ(before.exit_code, 2);
  EXPECT_TRUE(contains(before.error, "new.llc was encoded before `llcodes extend`"))
      << before.error;
  EXPECT_EQ(run("eval larger.llc new.npy --labels new.txt --retrieval new.llc").exit_code, 2);

  run_shell("mkdir big && cp larger.llc big/model.llc && cp new.llc big/test-codes.llc",
            folder_.path());
  const Outcome reported = run("report big");
  EXPECT_EQ(reported.exit_code, 2);
  EXPECT_TRUE(contains(reported.error, "before classes were added")) << reported.error;

  const Outcome codes = run("extend model.llc new.llc --named named.tsv -o other.llc");
  EXPECT_EQ(codes.exit_code, 2);
  EXPECT_TRUE(contains(codes.error, "give the data")) << codes.error;
}

TEST_F(Learn, AnExistingRunIsNotOverwritten) {
  ASSERT_EQ(run(kTrain + std::string("--run run")).exit_code, 0);
  const Outcome again = run(kTrain + std::string("--run run"));
  EXPECT_EQ(again.exit_code, 2);
  EXPECT_TRUE(contains(again.error, "--resume run")) << again.error;
}

TEST_F(Learn, InterruptedRunsGoOnToTheSameModel) {
  ASSERT_EQ(run(kTrain + std::string("--run whole -o whole.llc")).exit_code, 0);
  // Long enough to be caught in the middle, whatever the speed of the machine.
  const Outcome stopped =
      run_shell("llcodes " + std::string(kTrain) +
                    "--run parts & pid=$!; "
                    "while [ ! -e parts/last.ckpt ] && kill -0 $pid; do sleep 0.02; done; "
                    "kill -TERM $pid; wait $pid",
                folder_.path());
  if (stopped.exit_code == 130) {
    EXPECT_TRUE(contains(stopped.error, "llcodes train --resume parts")) << stopped.error;
  }
  const Outcome resumed = run("train --resume parts -o parts.llc");
  ASSERT_EQ(resumed.exit_code, 0) << resumed.error;
  EXPECT_EQ(read_text(folder_ / "whole.llc"), read_text(folder_ / "parts.llc"));
}

/// kill -9 gives no chance to save: what counts is the last whole checkpoint. The moments count
/// from the start of the run, however long a busy machine takes to get there.
TEST_F(Learn, KilledRunsGoOnToTheSameModel) {
  const std::string train = std::string(kTrain) + "--checkpoint-minutes 0 --phase2-epochs 40 ";
  ASSERT_EQ(run(train + "--run whole -o whole.llc").exit_code, 0);
  const Outcome outcome = run_shell(
      "for moment in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do "
      "if [ -e parts/args.toml ]; then llcodes train --resume parts -o parts.llc --quiet & "
      "else llcodes " +
          train +
          " --run parts -o parts.llc --quiet & fi; pid=$!; "
          "until [ -e parts/args.toml ] || ! kill -0 $pid; do sleep 0.02; done; "
          "sleep 0.$((40 + moment * 37 % 60)); kill -9 $pid 2>/dev/null; wait $pid; done; "
          "llcodes train --resume parts -o parts.llc",
      folder_.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_EQ(read_text(folder_ / "whole.llc"), read_text(folder_ / "parts.llc"));
}

TEST_F(Learn, RecipeConfigurationAndCommandLineStackUp) {
  run_shell("echo 'hidden = 16\nphase1-epochs = 1' > options.toml", folder_.path());
  const Outcome outcome =
      run("train x.npy --labels y.txt --bits 4 --recipe paper --config options.toml "
          "--phase1-epochs 2 --phase2-epochs 1 --linear-epochs 1 --steps 2 --run run");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const std::string arguments = read_text(folder_ / "run/args.toml");
  EXPECT_TRUE(contains(arguments, "recipe = \"paper\"")) << arguments;
  EXPECT_TRUE(contains(arguments, "code-norm = false")) << "from the recipe: " << arguments;
  EXPECT_TRUE(contains(arguments, "hidden = 16")) << "from the file: " << arguments;
  EXPECT_TRUE(contains(arguments, "phase1-epochs = 2")) << "from the words: " << arguments;
}

TEST_F(Learn, BadDataIsRefusedClearly) {
  EXPECT_EQ(run("train nowhere.npy --labels y.txt").exit_code, 2);
  run_shell("head -n 5 y.txt > short.txt; yes one | head -n 240 > one.txt", folder_.path());
  for (const char* options :
       {"--labels short.txt", "--labels one.txt", "--labels y.txt --bits 2"}) {
    const Outcome outcome = run("train x.npy " + std::string(options));
    EXPECT_EQ(outcome.exit_code, 2) << options << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "llcodes train: ")) << outcome.error;
  }
}

TEST_F(Learn, AFailedRunLeavesTheOldModel) {
  run_shell("echo old > model.llc", folder_.path());
  EXPECT_NE(run("train x.npy --labels y.txt --bits 2 -o model.llc").exit_code, 0);
  EXPECT_EQ(read_text(folder_ / "model.llc"), "old\n");
}

}  // namespace
}  // namespace llcodes::test
