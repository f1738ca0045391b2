// detect, eval --ood, extend, taxonomy and bits, through the real program.
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/file.h"
#include "program.h"
#include "small_files.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// The four classes of write_codebook_model, six known instances, and strangers: three of 00110011,
/// two of 01010101.
class OodVerbs : public testing::Test {
 protected:
  OodVerbs() {
    write_codebook_model(folder_ / "model.llc");
    write_codes(folder_ / "codes.llc");
    EncodedSet strange{
        Codes::from_text({"00110011", "00110011", "00110011", "01010101", "01010101"}),
        {},
        {},
        {"s1", "s2", "s3", "t1", "t2"}};
    strange.projections = to_signs(strange.codes);
    for (float& value : strange.projections) value *= 3;
    strange.save(folder_ / "strange.llc");
  }

  Outcome run(const std::string& arguments) const { return run_llcodes(arguments, folder_.path()); }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }

  TemporaryFolder folder_;
};

TEST_F(OodVerbs, DetectFlagsStrangers) {
  const Outcome known = run("detect model.llc codes.llc --rule ball --radius 1 -q");
  ASSERT_EQ(known.exit_code, 0) << known.error;
  EXPECT_TRUE(contains(known.out, "a\tknown\tant\t")) << known.out;
  EXPECT_TRUE(contains(known.out, "f\tood\tbee\t")) << known.out;
  const Outcome strange = run("detect model.llc strange.llc --json");
  std::istringstream lines(strange.out);
  int rejected = 0;
  for (std::string line; std::getline(lines, line);) rejected += !json::parse(line).at("accepted");
  EXPECT_EQ(rejected, 5) << strange.out;
  EXPECT_TRUE(contains(strange.error, "5 of 5 instances belong to no class")) << strange.error;
}

TEST_F(OodVerbs, DetectCalibratesOnKnownInstances) {
  const Outcome outcome = run("detect model.llc codes.llc --calibrate codes.llc --keep 0.5");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "threshold: code probability")) << outcome.error;
  EXPECT_EQ(run("detect model.llc codes.llc --calibrate codes.llc --rule exact").exit_code, 2);
  const Outcome both = run("detect model.llc codes.llc --calibrate codes.llc --probability 0.1");
  EXPECT_EQ(both.exit_code, 2);
  EXPECT_TRUE(contains(both.error, "leave one of them out")) << both.error;
}

TEST_F(OodVerbs, DetectSaysWhereItsThresholdIsFrom) {
  const auto note = [&](const std::string& options) {
    return run("detect model.llc codes.llc " + options).error;
  };
  EXPECT_TRUE(contains(note(""), "none of its own; --calibrate")) << note("");
  EXPECT_TRUE(contains(note("--probability 0.000312"), "0.000312, as given"));
  ContainerWriter writer("llcodes.model", 1);
  writer.set("known_probability", "0.00025");
  Codebook(Codes::from_text({"00000000", "11110000", "00001111", "11111111"}),
           {"ant", "bee", "cat", "dog"})
      .save(writer);
  writer.write(folder_ / "model.llc");
  EXPECT_TRUE(contains(note(""), "0.00025, the model's own")) << note("");
}

TEST_F(OodVerbs, EvalMeasuresEveryRule) {
  const Outcome outcome = run("eval model.llc codes.llc --ood strange.llc --json --radii 1");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json report = json::parse(outcome.out);
  EXPECT_EQ(report.at("known_instances"), 6);
  EXPECT_EQ(report.at("positive"), "ood");
  EXPECT_EQ(report.at("rows").at(0).at("rule"), "exact match");
  // Two of six known are off their code, all strangers: F1 = 2 * 5 / (2 * 5 + 2).
  EXPECT_NEAR(report.at("rows").at(0).at("f1").get<double>(), 10.0 / 12, 1e-9);
  EXPECT_TRUE(contains(run("eval model.llc codes.llc --ood strange.llc").out, "of the model (default)"));
}

TEST_F(OodVerbs, EvalSaysWhatBaselinesLack) {
  const Outcome tune = run("eval model.llc codes.llc --ood strange.llc --tune-ood strange.llc");
  EXPECT_EQ(tune.exit_code, 2);
  EXPECT_TRUE(contains(tune.error, "--linear")) << tune.error;
  const Outcome linear = run("eval model.llc codes.llc --ood strange.llc --linear model.llc");
  EXPECT_EQ(linear.exit_code, 2);
  EXPECT_TRUE(contains(linear.error, "encode it with --linear")) << linear.error;
  EXPECT_EQ(run("eval model.llc codes.llc --ood none.llc").exit_code, 1);
}

TEST_F(OodVerbs, ExtendGroupsAndAddsClasses) {
  const Outcome groups = run("extend model.llc strange.llc --groups groups.tsv --min-size 2");
  ASSERT_EQ(groups.exit_code, 0) << groups.error;
  EXPECT_TRUE(contains(groups.out, "5 of 5 instances belong to no class")) << groups.out;
  EXPECT_TRUE(contains(read_text(folder_ / "groups.tsv"), "s1\tgroup-1\n"));
  EXPECT_TRUE(contains(read_text(folder_ / "groups.tsv"), "t2\tgroup-2\n"));

  write("named.tsv", "# mine\ns1\telk\ns2\telk\nt1\tfox\nt2\t-\n");
  write("test.tsv", "s3\telk\nt2\tfox\n");
  const Outcome added =
      run("extend model.llc strange.llc --named named.tsv -o larger.llc --check codes.llc --test "
          "test.tsv --json");
  ASSERT_EQ(added.exit_code, 0) << added.error;
  const json report = json::parse(added.out);
  EXPECT_EQ(report.at("classes"), 6);
  EXPECT_EQ(report.at("new_accuracy"), 1.0);
  EXPECT_EQ(report.at("old_accuracy_before"), report.at("old_accuracy_after"));
  EXPECT_TRUE(contains(run("classify larger.llc strange.llc").out, "s3\telk\t"));
  EXPECT_TRUE(contains(run("classify larger.llc strange.llc --decode ed").out, "t2\tfox\t"));
  EXPECT_TRUE(contains(run("detect larger.llc strange.llc").out, "s3\tknown\telk"));
}

TEST_F(OodVerbs, ExtendRefusesWithoutTouchingAnything) {
  write("named.tsv", "s1\telk\n");
  EXPECT_EQ(run("extend model.llc strange.llc").exit_code, 2);
  EXPECT_EQ(run("extend model.llc strange.llc --named named.tsv").exit_code, 2);
  const Outcome far =
      run("extend model.llc strange.llc --named named.tsv -o larger.llc --min-distance 8");
  EXPECT_EQ(far.exit_code, 2);
  EXPECT_TRUE(contains(far.error, "no free code is left")) << far.error;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "larger.llc"));
  write("named.tsv", "nobody\telk\n");
  const Outcome nobody = run("extend model.llc strange.llc --named named.tsv -o larger.llc");
  EXPECT_EQ(nobody.exit_code, 2);
  EXPECT_TRUE(contains(nobody.error, "line 1") && contains(nobody.error, "nobody")) << nobody.error;
  write("named.tsv", "s1\tant\n");
  EXPECT_TRUE(
      contains(run("extend model.llc strange.llc --named named.tsv -o x.llc").error, "already"));
}

TEST_F(OodVerbs, TaxonomyPrintsAndWrites) {
  write("groups.json", R"({"small": ["ant", "bee"], "large": ["cat", "dog"]})");
  const Outcome outcome = run("taxonomy model.llc --hierarchy groups.json -o figures");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "ant  00000000")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "random codes")) << outcome.out;
  for (const char* name : {"dendrogram.svg", "heatmap.svg", "taxonomy.json", "taxonomy.nwk"}) {
    EXPECT_TRUE(std::filesystem::exists(folder_ / "figures" / name)) << name;
  }
  EXPECT_EQ(json::parse(read_text(folder_ / "figures" / "taxonomy.json")).at("merges").size(), 3u);
  EXPECT_EQ(json::parse(run("taxonomy model.llc --json").out).at("classes").size(), 4u);
}

TEST_F(OodVerbs, TaxonomyRefusesClearly) {
  const Outcome one = run("taxonomy model.llc --first 1");
  EXPECT_EQ(one.exit_code, 2);
  EXPECT_TRUE(contains(one.error, "two classes or more")) << one.error;
  write("groups.tsv", "ant\tsmall\n");
  const Outcome missing = run("taxonomy model.llc --hierarchy groups.tsv");
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_TRUE(contains(missing.error, "misses 3 of the 4 classes")) << missing.error;
  EXPECT_EQ(run("taxonomy model.llc --hierarchy groups.tsv --allow-missing").exit_code, 0);
  EXPECT_EQ(run("taxonomy model.llc --linear model.llc").exit_code, 1);
}

TEST_F(OodVerbs, TaxonomyNamesClassesThatShareACode) {
  ContainerWriter writer("llcodes.model", 1);
  Codebook(Codes::from_text({"01", "01", "10"}), {"ant", "bee", "cat"}).save(writer);
  writer.write(folder_ / "twins.llc");
  const Outcome outcome = run("taxonomy twins.llc");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.out, "share the code of another: 1 (bee and ant)")) << outcome.out;
}

TEST_F(OodVerbs, BitsShowBothSides) {
  const Outcome outcome = run("bits model.llc codes.llc --bit 0 --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.error;
  const json bit = json::parse(outcome.out).at(0);
  // One of the bees has the bit wrong, so the dog is surer.
  EXPECT_EQ(bit.at("plus").at("class_names"), (json{"dog", "bee"}));
  EXPECT_NEAR(bit.at("right").get<double>(), 4.0 / 6, 1e-9);
  EXPECT_TRUE(contains(run("bits model.llc codes.llc").out, "bit 7"));
  EXPECT_EQ(run("bits model.llc codes.llc --bit 8").exit_code, 2);
  EXPECT_EQ(run("bits model.llc codes.llc --bit 0 -o sheet.png").exit_code, 2);
}

}  // namespace
}  // namespace llcodes::test
