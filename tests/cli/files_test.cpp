// Verbs that read our files and need no network.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "llcodes/core/encoded_set.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

class Files : public testing::Test {
 protected:
  Files() {
    write_codebook_model(folder_ / "model.llc");
    write_codes(folder_ / "codes.llc");
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  /// Class names, in the order of the instances.
  std::vector<std::string> classes(const std::string& options) const {
    std::istringstream lines(run("classify model.llc codes.llc " + options).out);
    std::vector<std::string> names;
    for (std::string line; std::getline(lines, line);) {
      std::istringstream words(line);
      std::string instance, name;
      words >> instance >> name;
      names.push_back(name);
    }
    return names;
  }

  TemporaryFolder folder_;
};

using Names = std::vector<std::string>;

TEST_F(Files, EveryDecoderClassifiesCodes) {
  EXPECT_EQ(classes("--decode ed"), (Names{"ant", "bee", "cat", "dog", "-", "-"}));
  EXPECT_EQ(classes("--decode ball --radius 1"), (Names{"ant", "bee", "cat", "dog", "ant", "-"}));
  EXPECT_EQ(classes("--decode mhd"), (Names{"ant", "bee", "cat", "dog", "ant", "ant"}));
  EXPECT_EQ(classes("--decode soft"), (Names{"ant", "bee", "cat", "dog", "ant", "bee"}));
  EXPECT_EQ(classes("--decode flips"), classes("--decode soft"));
  EXPECT_EQ(classes("--decode flips --budget 1"), classes("--decode ed"));
}

TEST_F(Files, ClassifyPrintsNameClassProbabilityDistanceTies) {
  const std::string out = run("classify model.llc codes.llc --decode mhd").out;
  EXPECT_TRUE(contains(out, "e\tant\t0.9")) << out;
  EXPECT_TRUE(contains(out, "\t2\t2\n")) << "two bits away, two classes tie: " << out;
}

TEST_F(Files, ClassifyAbstainsBelowAProbability) {
  EXPECT_EQ(classes("--min-probability 0.9999999"), (Names{"-", "-", "-", "-", "-", "-"}));
}

TEST_F(Files, ClassifyJsonIsAnObjectALine) {
  std::istringstream lines(run("classify model.llc codes.llc --top 2 --json --decode ed").out);
  std::vector<json> answers;
  for (std::string line; std::getline(lines, line);) answers.push_back(json::parse(line));
  ASSERT_EQ(answers.size(), 6u);
  EXPECT_EQ(answers[1].at("class"), "bee");
  EXPECT_EQ(answers[1].at("top").size(), 2u);
  EXPECT_TRUE(answers[5].at("class").is_null());
}

TEST_F(Files, EvalMeasuresEveryDecoder) {
  const Outcome outcome = run("eval model.llc codes.llc --json --budgets 1,unlimited --radii 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("instances"), 6);
  EXPECT_EQ(report.at("codebook").at("unique_codes"), 4);
  EXPECT_EQ(report.at("codebook").at("min_distance"), 4);
  EXPECT_NEAR(report.at("bits_right").get<double>(), 8 - 3.0 / 6, 1e-9);
  EXPECT_EQ(report.at("rows").at(0).at("decoder"), "ED");
  EXPECT_NEAR(report.at("rows").at(0).at("accuracy").get<double>(), 4.0 / 6, 1e-9);
}

TEST_F(Files, EvalShowsThePapersRowBesideOurs) {
  const std::string out = run("eval model.llc codes.llc").out;
  EXPECT_TRUE(contains(out, "68.8 %") && contains(out, "74.6 %")) << out;
  EXPECT_TRUE(contains(out, "not measured here")) << out;
}

TEST_F(Files, VerifyDescribesAWholeFile) {
  const Outcome outcome = run("verify model.llc codes.llc");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "llcodes.model version 1")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "codebook.codes")) << outcome.out;
  EXPECT_EQ(json::parse(run("verify model.llc codes.llc --json").out).size(), 2u);
}

TEST_F(Files, AnAlteredFileIsRefusedAndTheOthersAreStillLookedAt) {
  std::fstream file(folder_ / "codes.llc", std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(-1, std::ios::end);
  file.put('\x55');
  file.close();
  const Outcome outcome = run("verify codes.llc model.llc");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_TRUE(contains(outcome.error, "codes.llc")) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "llcodes.model")) << outcome.out;
  const json report = json::parse(run("verify codes.llc --json").out);
  EXPECT_FALSE(report.at(0).at("ok").get<bool>());
  EXPECT_EQ(run("classify model.llc codes.llc").exit_code, 1);
}

TEST_F(Files, MissingAndForeignFilesAreNamed) {
  const Outcome missing = run("classify none.llc codes.llc");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(contains(missing.error, "none.llc")) << missing.error;
  const Outcome foreign = run("classify codes.llc model.llc");
  EXPECT_EQ(foreign.exit_code, 1);
  EXPECT_TRUE(contains(foreign.error, "llcodes.model")) << foreign.error;
}

TEST_F(Files, EvalSaysHowLabelsAreMissing) {
  EncodedSet set = EncodedSet::load(folder_ / "codes.llc");
  set.labels[2] = kNoClass;
  set.save(folder_ / "some.llc");
  const Outcome some = run("eval model.llc some.llc");
  EXPECT_EQ(some.exit_code, 2);
  EXPECT_TRUE(contains(some.error, "1 instances have no class that the model knows")) << some.error;
  EXPECT_TRUE(contains(some.error, "leave them out")) << some.error;
  set.labels.clear();
  set.save(folder_ / "none.llc");
  const Outcome none = run("eval model.llc none.llc");
  EXPECT_TRUE(contains(none.error, "no instance has a")) << none.error;
  EXPECT_TRUE(contains(none.error, "--labels")) << none.error;
}

TEST_F(Files, EvalTakesLabelsForCodesThatAreReady) {
  const auto exact_share = [&](const std::string& arguments) {
    const Outcome outcome = run("eval model.llc " + arguments + " --json");
    EXPECT_EQ(outcome.exit_code, 0) << arguments << outcome.error;
    return outcome.exit_code == 0
               ? json::parse(outcome.out).at("rows").at(0).at("accuracy").get<double>()
               : -1;
  };
  EncodedSet bare = EncodedSet::load(folder_ / "codes.llc");
  bare.labels.clear();
  bare.save(folder_ / "bare.llc");
  std::ofstream(folder_ / "names.txt") << "ant\nbee\ncat\ndog\nant\nbee\n";
  std::ofstream(folder_ / "numbers.txt") << "1\n1\n2\n3\n0\n1\n";  // the first is wrong
  EXPECT_NEAR(exact_share("bare.llc --labels names.txt"), 4.0 / 6, 1e-9);
  EXPECT_NEAR(exact_share("codes.llc --labels numbers.txt"), 3.0 / 6, 1e-9);
  const Outcome retrieval =
      run("eval model.llc bare.llc --labels names.txt --retrieval bare.llc --retrieval-labels "
          "numbers.txt --json");
  EXPECT_EQ(retrieval.exit_code, 0) << retrieval.error;
}

TEST_F(Files, LabelsOfCodesAreChecked) {
  std::ofstream(folder_ / "short.txt") << "ant\nbee\n";
  std::ofstream(folder_ / "large.txt") << "0\n1\n2\n3\n0\n4\n";
  std::ofstream(folder_ / "owl.txt") << "ant\nbee\ncat\ndog\nant\nowl\n";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"short.txt", "holds 2 labels, expected 6"},
      {"large.txt", "found label 4, expected 0 to 3"},
      {"owl.txt", "such as \"owl\""},
      {"owl.txt", "1 instances have no class that the model knows"},
  };
  for (const auto& [file, message] : cases) {
    for (const std::string& verb :
         {"eval model.llc codes.llc --labels " + file,
          "eval model.llc codes.llc --retrieval codes.llc --labels " + file}) {
      const Outcome outcome = run(verb);
      EXPECT_EQ(outcome.exit_code, 2) << verb << outcome.error;
      EXPECT_TRUE(contains(outcome.error, message)) << verb << outcome.error;
    }
  }
}

TEST_F(Files, OptionsOfDataAreRefusedForCodesThatAreReady) {
  std::ofstream(folder_ / "names.txt") << "ant\nbee\ncat\ndog\nant\nbee\n";
  run("index build codes.llc -o x.index");
  const std::string eval = "eval model.llc codes.llc ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {eval + "--classes names.txt", "--classes"},
      {eval + "--split names.txt", "--split"},
      {eval + "--part test", "--part"},
      {eval + "--pictures disk", "--pictures"},
      {eval + "--retrieval codes.llc --part test", "--part"},
      {eval + "--ood codes.llc --labels names.txt", "--labels"},
      {"classify model.llc codes.llc --labels names.txt", "--labels"},
      {"classify model.llc codes.llc --classes names.txt", "--classes"},
      {"detect model.llc codes.llc --labels names.txt", "--labels"},
      {"search x.index codes.llc --labels names.txt", "--labels"},
      {"extend model.llc codes.llc --groups g.tsv --labels names.txt", "--labels"},
      {"bits model.llc codes.llc --part test", "--part"},
      {"index build codes.llc -o y.index --classes names.txt", "--classes"},
  };
  for (const auto& [arguments, option] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << outcome.error;
    EXPECT_TRUE(contains(outcome.error, option + " has no effect on codes.llc"))
        << arguments << outcome.error;
  }
}

TEST_F(Files, BitsTakeLabelsForCodesThatAreReady) {
  std::ofstream(folder_ / "labels.txt") << "ant\nbee\ncat\ndog\nant\nant\n";
  const json bit =
      json::parse(run("bits model.llc codes.llc --bit 0 --labels labels.txt --json").out).at(0);
  // By its own labels the last instance, a bee, has the bit wrong too: 4 of 6.
  EXPECT_NEAR(bit.at("right").get<double>(), 5.0 / 6, 1e-9);
}

TEST_F(Files, CodesOfOneBitAreMeasuredToo) {
  ContainerWriter writer("llcodes.model", 1);
  Codebook(Codes::from_text({"0", "1"}), {"ant", "bee"}).save(writer);
  writer.write(folder_ / "one.llc");
  EncodedSet set{Codes::from_text({"0", "1"}), {}, {0, 1}, {}};
  set.projections = to_signs(set.codes);
  set.save(folder_ / "bits.llc");
  const Outcome outcome = run("eval one.llc bits.llc");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "ball(1)") && !contains(outcome.out, "ball(2)")) << outcome.out;
  const Outcome named = run("eval one.llc bits.llc --radii 1,2");
  EXPECT_EQ(named.exit_code, 2);
  EXPECT_TRUE(contains(named.error, "found radius 2, expected 0 to 1")) << named.error;
  std::filesystem::create_directory(folder_ / "run");
  std::filesystem::rename(folder_ / "one.llc", folder_ / "run/model.llc");
  std::filesystem::rename(folder_ / "bits.llc", folder_ / "run/test-codes.llc");
  const Outcome report = run("report run");
  EXPECT_EQ(report.exit_code, 0) << report.error;
}

TEST_F(Files, ArraysInPlaceOfCodesAreCalledSo) {
  write_blobs(folder_ / "x.npy", folder_ / "y.txt");
  for (const char* arguments :
       {"eval model.llc codes.llc --ood x.npy", "detect model.llc codes.llc --calibrate x.npy",
        "bits model.llc x.npy"}) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 1) << arguments << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "x.npy: format: found a NumPy array")) << outcome.error;
    EXPECT_TRUE(contains(outcome.error, "`llcodes encode`")) << outcome.error;
  }
}

TEST_F(Files, NamesThatAreNotUtf8GiveJsonAllTheSame) {
  EncodedSet set = EncodedSet::load(folder_ / "codes.llc");
  set.names[0] = "caf\xE9.npy";
  set.save(folder_ / "codes.llc");
  for (const std::string verb : {"detect", "classify"}) {
    const Outcome outcome = run(verb + " model.llc codes.llc --json");
    EXPECT_EQ(outcome.exit_code, 0) << verb << outcome.error;
    const json first = json::parse(outcome.out.substr(0, outcome.out.find('\n')));
    EXPECT_EQ(first.at("name"), "caf\xEF\xBF\xBD.npy") << verb;
  }
  const json bit = json::parse(run("bits model.llc codes.llc --bit 0 --json").out).at(0);
  EXPECT_TRUE(contains(bit.at("minus").at("surest").dump(), "caf\xEF\xBF\xBD.npy")) << bit;
}

TEST_F(Files, AFileWhoseNameIsNotUtf8IsMeasuredAsJson) {
  std::filesystem::rename(folder_ / "codes.llc", folder_ / "caf\xE9.llc");
  const Outcome outcome = run("eval model.llc 'caf\xE9.llc' --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(json::parse(outcome.out).dump(), "caf\xEF\xBF\xBD.llc")) << outcome.out;
}

TEST_F(Files, OptionsOfOtherDecodersAreRefused) {
  for (const std::string option : {"radius 2", "budget 4", "when-spent scan"}) {
    const Outcome outcome = run("classify model.llc codes.llc --decode mhd --" + option);
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_TRUE(contains(outcome.error, "has no effect without --decode")) << outcome.error;
  }
}

TEST_F(Files, BudgetsAndRadiiAreChecked) {
  EXPECT_EQ(run("eval model.llc codes.llc --budgets 1,many").exit_code, 2);
  EXPECT_EQ(run("eval model.llc codes.llc --radii 1,-2").exit_code, 2);
  EXPECT_EQ(run("classify model.llc codes.llc --decode flips --budget 0").exit_code, 2);
}

}  // namespace
}  // namespace llcodes::test
