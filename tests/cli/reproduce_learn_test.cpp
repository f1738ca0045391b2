// llcodes reproduce through the real programs: a table, its cache, and what it refuses.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

constexpr const char* kOptions =
    "--set files --data x.npy --labels y.txt --test test.npy --test-labels test.txt --seeds 2 "
    "--bits 4 --hidden 32 --linear-epochs 2 --phase1-epochs 1 --phase2-epochs 2 --batch-size 32 "
    "--out tables --json ";

class Reproduce : public testing::Test {
 protected:
  Reproduce() {
    write_blobs(folder_ / "x.npy", folder_ / "y.txt");
    write_blobs(folder_ / "test.npy", folder_ / "test.txt", {.seed = 2});
  }

  Outcome run(const std::string& table) const {
    return run_llcodes("reproduce " + std::string(kOptions) + "--table " + table, folder_.path());
  }

  /// Trainings whose arguments have all these lines.
  int cells_with(const std::vector<std::string>& lines) {
    int count = 0;
    for (const auto& cell : std::filesystem::directory_iterator(folder_ / "tables/cells")) {
      const std::string arguments = "\n" + read_text(cell.path() / "args.toml");
      count += std::all_of(lines.begin(), lines.end(), [&](const std::string& line) {
        return arguments.find("\n" + line + "\n") != std::string::npos;
      });
    }
    return count;
  }

  TemporaryFolder folder_;
};

TEST_F(Reproduce, ClassificationIsMeasuredOnceAndKept) {
  const Outcome first = run("classification");
  ASSERT_EQ(first.exit_code, 0) << first.error;
  const json table = json::parse(first.out).at(0);
  EXPECT_EQ(table.at("rows").size(), 15u);
  for (const json& row : table.at("rows")) {
    const bool linear = row.at("label").get<std::string>().starts_with("linear classifier");
    const json& figures = row.at("values").at(linear ? "linear" : "mhd");
    EXPECT_EQ(figures.at("seeds").size(), 2u) << row;
  }
  EXPECT_EQ(table.at("rows").at(2).at("paper").at("ed"), 0.6407);
  EXPECT_NE(read_text(folder_ / "tables/classification.md").find("| LLC |"), std::string::npos);
  EXPECT_EQ(cells_with({"codebook = \"cca\"", "answer = 0", "phase2-lr = 0.4"}), 4)
      << "with clashing codes and without, by codes of the features alone";
  EXPECT_EQ(cells_with({"codebook = \"cca\"", "repair-duplicates = false"}), 2);
  EXPECT_EQ(cells_with({"codebook = \"learnt\"", "answer = 0", "phase1-lr = 0.1"}), 2);
  const Outcome again = run("classification");
  EXPECT_EQ(again.out, first.out);
  EXPECT_EQ(cells_with({"recipe = \"paper\"", "warmup = 0"}), 2) << "one a seed";
  EXPECT_EQ(cells_with({"recipe = \"paper\"", "warmup = 0.1"}), 2);
  EXPECT_EQ(again.error.find("phase2 epoch"), std::string::npos) << "nothing is trained again";
}

TEST_F(Reproduce, SingleRowsStandBesideTheWholeTable) {
  const Outcome outcome = run("classification --seeds 1 --row SVD --row alg");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json rows = json::parse(outcome.out).at(0).at("rows");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows.at(0).at("label"), "SVD") << "by its whole name, so without \"SVD, rotated\"";
  EXPECT_EQ(rows.at(2).at("label"), "algebraic, semantic") << "by its beginning";
  EXPECT_TRUE(std::filesystem::exists(folder_ / "tables/classification-rows.md"));
  EXPECT_FALSE(std::filesystem::exists(folder_ / "tables/classification.md"));
  const Outcome unknown = run("classification --row Svd");
  EXPECT_EQ(unknown.exit_code, 2);
  EXPECT_NE(unknown.error.find("there are: linear classifier; "), std::string::npos)
      << unknown.error;
  EXPECT_EQ(run("classification --row ''").exit_code, 2) << "no name is no row";
  EXPECT_EQ(run("classification --recipe features --row 'LLC, recipe features'").exit_code, 2)
      << "the row LLC is that already";
  EXPECT_EQ(run("classification --bits 8 --row CCA").exit_code, 2)
      << "eight classes have seven components, so the table has no such row";
}

TEST_F(Reproduce, OptionsOfCodesLeaveTheLinearClassifierAsItIs) {
  ASSERT_EQ(run("classification --seeds 1 --row 'linear classifier' --bits 4").exit_code, 0);
  const int before = cells_with({"method = \"linear\""});
  ASSERT_EQ(run("classification --seeds 1 --row 'linear classifier' --bits 6 --answer 1 "
                "--codebook-rate 7")
                .exit_code,
            0);
  EXPECT_EQ(cells_with({"method = \"linear\""}), before);
  EXPECT_EQ(run("classification --seeds 1 --row 'linear classifier' --linear-lr 0.1").exit_code, 0);
  EXPECT_GT(cells_with({"method = \"linear\""}), before);
}

TEST_F(Reproduce, AnInterruptedTableGoesOn) {
  const Outcome stopped = run_shell("llcodes reproduce " + std::string(kOptions) +
                                        "--table bits & pid=$!; "
                                        "while ! ls tables/cells/*/last.ckpt > /dev/null 2>&1 && "
                                        "kill -0 $pid; do sleep 0.05; done; "
                                        "kill -TERM $pid; wait $pid",
                                    folder_.path());
  EXPECT_TRUE(stopped.exit_code == 130 || stopped.exit_code == 0) << stopped.error;
  const Outcome resumed = run("bits");
  ASSERT_EQ(resumed.exit_code, 0) << resumed.error;
  EXPECT_EQ(json::parse(resumed.out).at(0).at("rows").at(0).at("label"), "10 bits");
}

TEST_F(Reproduce, EveryOtherTableRuns) {
  for (const char* name : {"separability", "codebook-speed", "nested", "retrieval-real"}) {
    const Outcome outcome = run(std::string(name) + " --seeds 1 --retrieval-epochs 2");
    ASSERT_EQ(outcome.exit_code, 0) << name << outcome.error;
    EXPECT_GE(json::parse(outcome.out).at(0).at("rows").size(), 5u) << name;
  }
}

TEST_F(Reproduce, BackbonesOfAFractionOfTheWidthShareOneCodebook) {
  const Outcome outcome = run("backbone --seeds 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json rows = json::parse(outcome.out).at(0).at("rows");
  ASSERT_EQ(rows.size(), 4u);
  for (const json& row : rows) {
    EXPECT_EQ(row.at("values").at("linear").at("seeds").size(), 1u) << row;
    EXPECT_EQ(row.at("values").at("ed").at("seeds").size(), 1u) << row;
  }
  EXPECT_EQ(cells_with({"codebook = \"learnt\"", "method = \"llc\""}), 1) << "of the whole network";
  for (const char* hidden : {"hidden = 16", "hidden = 8", "hidden = 4"}) {
    EXPECT_EQ(cells_with({hidden, "method = \"llc\"", "answer = 0"}), 1) << hidden;
    EXPECT_EQ(cells_with({hidden, "method = \"linear\""}), 1) << hidden;
  }
}

TEST_F(Reproduce, RowsThatCannotBeAreNotInTheTable) {
  EXPECT_EQ(run("backbone --hidden 16 --row 'an eighth of the width'").exit_code, 2)
      << "two units are no layer";
  EXPECT_EQ(run("codebook-speed --bits 8 --row 'cca start'").exit_code, 2)
      << "eight classes have seven components";
  EXPECT_FALSE(std::filesystem::exists(folder_ / "tables/cells"));
}

TEST_F(Reproduce, DeparturesAreTakenBackOneAtATime) {
  const Outcome outcome = run("departures --seeds 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_EQ(json::parse(outcome.out).at(0).at("rows").size(), 21u);
  EXPECT_EQ(cells_with({"code-norm = false", "codebook-rate = 3", "bit-loss = \"sum\""}), 1);
  EXPECT_EQ(cells_with({"codebook-rate = 1", "code-norm = true"}), 1);
  EXPECT_EQ(cells_with({"method = \"llc\"", "answer = 0", "class-loss = 1"}), 1);
  EXPECT_EQ(cells_with({"method = \"llc\"", "answer = 3", "class-loss = 0"}), 1);
  EXPECT_EQ(cells_with({"bit-loss = \"mean\"", "phase2-lr = 0.01"}), 1);
  EXPECT_EQ(cells_with({"warm-start = false", "start-from = \"\""}), 1);
}

TEST_F(Reproduce, RetrievalFineTunesEachMethodAtItsRates) {
  const std::string options = "retrieval --seeds 1 --retrieval-epochs 2";
  ASSERT_EQ(run(options).exit_code, 0);
  const int lengths =
      cells_with({"method = \"llc\"", "backbone-rate = 0.1", "codebook-rate = 1000", "answer = 0",
                  "class-loss = 0", "phase1-lr = 0.1", "phase2-lr = 0.4"});
  EXPECT_GE(lengths, 4);
  const std::vector<std::string> recipe = {"method = \"llc\"", "codebook-rate = 3", "answer = 3",
                                           "class-loss = 1", "phase1-lr = 0.1"};
  EXPECT_EQ(cells_with(recipe), lengths) << "the default recipe is compared too";
  for (const char* method : {"hashnet", "csq"}) {
    const std::string line = "method = \"" + std::string(method) + "\"";
    EXPECT_EQ(cells_with({line, "rival-lr = 0.2", "backbone-rate = -1"}), lengths) << method;
  }
  EXPECT_EQ(cells_with({"method = \"orthohash\"", "rival-lr = 0.05"}), lengths);
  ASSERT_EQ(run(options + " --backbone-rate 0.5 --rival-lr 0.07").exit_code, 0);
  EXPECT_EQ(cells_with({"method = \"llc\"", "answer = 0", "backbone-rate = 0.5"}), lengths)
      << "the user's";
  EXPECT_EQ(cells_with({"method = \"csq\"", "rival-lr = 0.07"}), lengths);
}

TEST_F(Reproduce, ClassesAreComparedWithAHierarchy) {
  std::string groups;
  for (int i = 0; i < 8; ++i) {
    groups += "class-" + std::to_string(i) + "\t" + (i % 2 ? "odd" : "even") + "\n";
  }
  write_atomically(folder_ / "groups.tsv", groups);
  const Outcome outcome = run("taxonomy --seeds 1 --hierarchy groups.tsv");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json rows = json::parse(outcome.out).at(0).at("rows");
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows.at(0).at("paper").at("spearman"), 0.3);
  EXPECT_NEAR(rows.at(3).at("values").at("spearman_means").at("mean"), 1, 1e-9)
      << "the mean features agree with themselves";
  EXPECT_NEAR(rows.at(2).at("values").at("spearman").at("mean"), 1, 1e-9)
      << "the classifier agrees with itself";
  EXPECT_GT(rows.at(0).at("values").at("purity").at("mean"), 0);
  const Outcome without = run("taxonomy --seeds 1");
  EXPECT_EQ(without.exit_code, 0) << without.error;
  EXPECT_FALSE(json::parse(without.out).at(0).at("rows").at(0).at("values").contains("purity"))
      << "measured anew, without a hierarchy";
}

TEST_F(Reproduce, StrangersAreToldFromTestData) {
  write_blobs(folder_ / "tune.npy", folder_ / "tune.txt", {.classes = 2, .first_class = 8});
  write_blobs(folder_ / "strange.npy", folder_ / "strange.txt", {.first_class = 10});
  const auto rows_of = [&](const std::string& options) {
    const Outcome outcome =
        run("ood --bits 12 --ood strange.npy --tune-ood tune.npy --seeds 1 " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return json::parse(outcome.out).at(0).at("rows");
  };
  const auto auroc = [](const json& row) {
    return row.at("values").at("auroc").at("mean").get<double>();
  };
  const json rows =
      rows_of("--answer 0");  // where whole words are rare, every rule tells strangers
  EXPECT_EQ(rows.size(), 14u) << "60 to tune on are all of them, so there is no row of 100";
  for (const json& row : rows) EXPECT_GT(auroc(row), 0.6) << row;
  const json by_default = rows_of("");
  for (const json& row : by_default) {
    if (!row.at("label").get<std::string>().starts_with("code probability")) continue;
    EXPECT_GT(auroc(row), 0.8) << row;
  }
}

TEST_F(Reproduce, ThresholdsAreTunedOnMoreAndMoreStrangers) {
  write_blobs(folder_ / "tune.npy", folder_ / "tune.txt", {.classes = 2, .first_class = 8});
  write_blobs(folder_ / "strange.npy", folder_ / "strange.txt", {.first_class = 10});
  const std::string files = " --bits 12 --ood strange.npy --tune-ood tune.npy --seeds 1";
  const Outcome outcome = run("ood-tuning" + files);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  std::vector<double> samples, by_default;
  const json tuning = json::parse(outcome.out);
  for (const json& row : tuning[0]["rows"]) {
    samples.push_back(row["values"]["samples"]["mean"]);
    by_default.push_back(row["values"]["default"]["mean"]);
  }
  EXPECT_EQ(samples, (std::vector<double>{10, 30, 60})) << "60 there are stand for up to 100";
  const json rules = json::parse(run("ood --row 'code probability'" + files).out);
  const double f1 = rules[0]["rows"][0]["values"]["f1"]["mean"];
  EXPECT_EQ(by_default, std::vector<double>(3, f1));
}

TEST_F(Reproduce, ValidationDataToChooseByLeaveTestDataUnseen) {
  // Every test figure would fail: the test data are of no class, and so are the strangers to test.
  write_blobs(folder_ / "tune.npy", folder_ / "tune.txt", {.classes = 2, .first_class = 8});
  write_blobs(folder_ / "test.npy", folder_ / "unused.txt", {.first_class = 20, .seed = 2});
  const auto mean_of = [&](const std::string& table, const std::string& figure) {
    const Outcome outcome = run(table + " --seeds 1 --ood x.npy --tune-ood tune.npy");
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return json::parse(outcome.out)[0]["rows"][0]["values"][figure]["mean"].get<double>();
  };
  EXPECT_LT(mean_of("classification --row LLC", "mhd"), 0.5);
  EXPECT_GT(mean_of("classification --row LLC --on validation", "mhd"), 0.6);
  EXPECT_TRUE(std::filesystem::exists(folder_ / "tables/classification-rows-validation.md"));
  EXPECT_LT(mean_of("ood --answer 0 --bits 12", "auroc"), 0.5);
  EXPECT_GT(mean_of("ood --answer 0 --bits 12 --on validation", "auroc"), 0.6);
  EXPECT_GT(mean_of("retrieval --row llc --on validation --retrieval-epochs 2", "cmap"), 0.3);
}

TEST_F(Reproduce, OtherStrangersAreMeasuredAnew) {
  // Strangers that are the test data itself cannot be told from it.
  write_blobs(folder_ / "tune.npy", folder_ / "tune.txt", {.classes = 2, .first_class = 8});
  write_blobs(folder_ / "strange.npy", folder_ / "strange.txt", {.first_class = 10});
  const auto auroc = [&](const std::string& options) {
    const Outcome outcome =
        run("ood --bits 12 --answer 0 --tune-ood tune.npy --seeds 1 --ood " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return json::parse(outcome.out)[0]["rows"][0]["values"]["auroc"]["mean"].get<double>();
  };
  EXPECT_GT(auroc("strange.npy"), 0.6);
  EXPECT_NEAR(auroc("test.npy"), 0.5, 1e-9);
  std::filesystem::copy_file(folder_ / "test.npy", folder_ / "strange.npy",
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_NEAR(auroc("strange.npy"), 0.5, 1e-9) << "the file of that name is another now";
  write_blobs(folder_ / "strange.npy", folder_ / "strange.txt", {.first_class = 10});
  // Recipe paper starts from random weights; the baselines still have a linear classifier.
  EXPECT_GT(auroc("strange.npy --recipe paper --phase1-epochs 2 --phase2-epochs 2"), 0);
}

TEST_F(Reproduce, WhatCannotBeMeasuredIsToldBeforeAnythingIsTrained) {
  write_blobs(folder_ / "wide.npy", folder_ / "wide.txt", {.dimension = 9});
  write_atomically(folder_ / "groups.tsv", std::string("class-1\tgroup\n"));
  for (const auto& [table, problem] :
       {std::pair("ood --ood wide.npy --tune-ood wide.npy", "wide.npy: found 240 instances, 9"),
        std::pair("ood --ood test.npy", "give --tune-ood"),
        std::pair("extend --ood test.npy --tune-ood test.npy", "found 0 unseen classes"),
        std::pair("taxonomy --hierarchy groups.tsv", "groups.tsv misses 7 of the 8 classes")}) {
    const Outcome outcome = run(table);
    EXPECT_EQ(outcome.exit_code, 2) << table << outcome.error;
    EXPECT_NE(outcome.error.find(problem), std::string::npos) << outcome.error;
    EXPECT_FALSE(std::filesystem::exists(folder_ / "tables/cells")) << table << outcome.error;
  }
}

TEST_F(Reproduce, ADamagedMeasurementIsNamed) {
  ASSERT_EQ(run("classification --seeds 1 --row LLC").exit_code, 0);
  for (const auto& cell : std::filesystem::directory_iterator(folder_ / "tables/cells")) {
    const auto file = cell.path() / "accuracy-model.json";
    if (std::filesystem::exists(file)) write_atomically(file, std::string("{"));
  }
  const Outcome outcome = run("classification --seeds 1 --row LLC");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_NE(outcome.error.find("accuracy-model.json"), std::string::npos) << outcome.error;
}

TEST_F(Reproduce, SaysWhichStrangersAreMissing) {
  const Outcome none = run("ood");
  EXPECT_EQ(none.exit_code, 2);
  EXPECT_NE(none.error.find("--ood"), std::string::npos) << none.error;
  // The test data without its labels: nothing tells which half a stranger belongs to.
  const Outcome whole = run("ood --ood test.npy --seeds 1");
  EXPECT_EQ(whole.exit_code, 2);
  EXPECT_NE(whole.error.find("--tune-ood"), std::string::npos) << whole.error;
}

TEST_F(Reproduce, OnlyStrangersOfClassesBecomeClasses) {
  write_blobs(folder_ / "strange.npy", folder_ / "strange.txt", {.first_class = 10});
  const Outcome outcome =
      run("extend --bits 12 --ood strange.npy --tune-ood strange.npy --seeds 1");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_NE(outcome.error.find("unseen classes"), std::string::npos) << outcome.error;
}

/// As the class tree has it: numbered lines, and inner nodes after the hundred classes.
TEST_F(Reproduce, ReadsCifarWithTheNamesOfItsTree) {
  std::string names, train, test;
  for (int i = 0; i < 163; ++i) names += std::to_string(i) + " node" + std::to_string(i) + "\n";
  for (int i = 0; i < 1000; ++i) {
    const char labels[] = {static_cast<char>(i % 100 / 5), static_cast<char>(i % 100)};
    const std::string record =
        std::string(labels, 2) + std::string(3072, static_cast<char>(i % 100));
    (i < 800 ? train : test) += record;
  }
  write_atomically(folder_ / "class_names.txt", names);
  write_atomically(folder_ / "train.bin", train);
  write_atomically(folder_ / "test.bin", test);
  const Outcome outcome = run_llcodes(
      "reproduce --set cifar100 --folder . --table taxonomy --seeds 1 --bits 8 --width 4 --stages "
      "1 "
      "--features 16 --linear-epochs 1 --phase1-epochs 1 --phase2-epochs 1 --out tables",
      folder_.path());
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_NE(outcome.out.find("100 classes"), std::string::npos) << outcome.out;
}

TEST_F(Reproduce, RefusesWhatTheRowsDecide) {
  const Outcome method = run("bits --method csq");
  EXPECT_EQ(method.exit_code, 2);
  EXPECT_NE(method.error.find("llcodes train"), std::string::npos) << method.error;
  const Outcome own =
      run_llcodes("reproduce --set cifar100 --folder . --test x.npy", folder_.path());
  EXPECT_EQ(own.exit_code, 2);
  EXPECT_NE(own.error.find("--test has no effect"), std::string::npos) << own.error;
  EXPECT_EQ(run("bits --folder .").exit_code, 2) << "the files are named one by one";
  const Outcome out = run("bits --out /proc/x");
  EXPECT_EQ(out.exit_code, 1) << "not the user's mistake";
  EXPECT_NE(out.error.find("/proc/x"), std::string::npos) << out.error;
  const Outcome folder = run_llcodes("reproduce --set cifar100", folder_.path());
  EXPECT_EQ(folder.exit_code, 2);
  EXPECT_NE(folder.error.find("--folder"), std::string::npos) << folder.error;
}

}  // namespace
}  // namespace llcodes::test
