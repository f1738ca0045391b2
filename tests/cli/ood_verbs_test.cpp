// detect, eval --ood, extend, taxonomy and bits, through the real program.
#include <gtest/gtest.h>

#include <algorithm>
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

TEST_F(OodVerbs, DetectNamesTheShareToKeepAsItWasGiven) {
  const Outcome outcome = run("detect model.llc strange.llc --calibrate strange.llc --keep 0.9995");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "which 99.95 % of strange.llc reach")) << outcome.error;
}

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
  EXPECT_TRUE(
      contains(run("eval model.llc codes.llc --ood strange.llc").out, "of the model (default)"));
}

/// A linear classifier of two features.
void write_linear(const std::filesystem::path& path) {
  ContainerWriter writer("llcodes.model", 1);
  writer.set("kind", "linear");
  writer.set("class_names", R"(["ant", "bee", "cat", "dog"])");
  const std::vector<float> weight(8, 1.0F), bias(4, 0.0F);
  writer.add<float>("projection.weight", {4, 2}, weight);
  writer.add<float>("projection.bias", {4}, bias);
  writer.write(path);
}

TEST_F(OodVerbs, EvalSaysWhatBaselinesLack) {
  write_linear(folder_ / "linear.llc");
  const Outcome tune = run("eval model.llc codes.llc --ood strange.llc --tune-ood strange.llc");
  EXPECT_EQ(tune.exit_code, 2);
  EXPECT_TRUE(contains(tune.error, "--linear")) << tune.error;
  const Outcome ood = run("eval model.llc codes.llc --ood strange.llc --linear linear.llc");
  EXPECT_EQ(ood.exit_code, 2);
  EXPECT_TRUE(contains(ood.error, "encode every set with --linear")) << ood.error;
  const Outcome linear = run("eval model.llc codes.llc --linear linear.llc");
  EXPECT_EQ(linear.exit_code, 2);
  EXPECT_TRUE(contains(linear.error, "encode it with --linear")) << linear.error;
  EXPECT_EQ(run("eval model.llc codes.llc --ood none.llc").exit_code, 2);
}

TEST_F(OodVerbs, EvalSaysWhatIsTooFewForABaseline) {
  write_linear(folder_ / "linear.llc");
  const auto with_features = [&](const std::string& from, std::size_t count) {
    EncodedSet set = EncodedSet::load(folder_ / from);
    EncodedSet some{Codes(set.codes.num_bits())};
    for (std::size_t i = 0; i < count; ++i) some.codes.push_back(set.codes[i]);
    some.projections.assign(set.projections.begin(),
                            set.projections.begin() + static_cast<std::ptrdiff_t>(count * 8));
    some.labels.assign(count, 0);
    some.features.assign(count * 2, 1.0F);
    some.save(folder_ / (std::to_string(count) + from));
  };
  with_features("codes.llc", 6);
  with_features("strange.llc", 5);
  with_features("strange.llc", 1);
  const std::string eval =
      "eval model.llc 6codes.llc --ood 5strange.llc --calibrate 6codes.llc --linear linear.llc ";
  const Outcome tune = run(eval + "--tune-ood 1strange.llc");
  EXPECT_EQ(tune.exit_code, 2);
  EXPECT_TRUE(contains(tune.error, "1strange.llc: found 1 instances, expected at least 2"))
      << tune.error;
  const std::string note = "no class of 6codes.llc has more than 6 instances";
  const Outcome enough = run(eval + "--reference 6codes.llc --neighbours 6");
  EXPECT_EQ(enough.exit_code, 0) << enough.error;
  EXPECT_FALSE(contains(enough.error, note)) << enough.error;
  const Outcome many = run(eval + "--reference 6codes.llc --neighbours 7");
  EXPECT_TRUE(contains(many.error, note)) << many.error;
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

TEST_F(OodVerbs, ExtendAsksForTheLabelsOfWhatItChecks) {
  EncodedSet bare = EncodedSet::load(folder_ / "codes.llc");
  bare.labels.clear();
  bare.save(folder_ / "bare.llc");
  write("named.tsv", "s1\telk\n");
  const Outcome outcome =
      run("extend model.llc strange.llc --named named.tsv -o larger.llc --check bare.llc");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.error, "bare.llc: ")) << outcome.error;
  EXPECT_TRUE(contains(outcome.error, "give labels with --check-labels")) << outcome.error;
}

TEST_F(OodVerbs, ExtendReadsNamesInUtf8) {
  write("latin.tsv", "s1\telk\ns2\tcaf\xE9\n");
  const Outcome latin = run("extend model.llc strange.llc --named latin.tsv -o larger.llc");
  EXPECT_EQ(latin.exit_code, 1);
  EXPECT_TRUE(contains(latin.error, "latin.tsv: line 2") && contains(latin.error, "iconv"))
      << latin.error;
  write("mark.tsv", "\xEF\xBB\xBFs1\telk\n");
  const Outcome mark = run("extend model.llc strange.llc --named mark.tsv -o larger.llc");
  EXPECT_EQ(mark.exit_code, 0) << mark.error;
}

TEST_F(OodVerbs, ExtendNamesItselfOnce) {
  write("named.tsv", "s1\tant\n");
  const Outcome outcome = run("extend model.llc strange.llc --named named.tsv -o larger.llc");
  EXPECT_TRUE(outcome.error.starts_with("llcodes extend: new class 'ant': ")) << outcome.error;
}

TEST_F(OodVerbs, ExtendKeepsGroupsThatWereNamedByHand) {
  write("groups.tsv", "s1\telk\n");
  const Outcome outcome = run("extend model.llc strange.llc --groups groups.tsv");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_TRUE(contains(outcome.error, "choose another file")) << outcome.error;
  EXPECT_EQ(read_text(folder_ / "groups.tsv"), "s1\telk\n");
}

TEST_F(OodVerbs, ExtendWithoutGroupsSaysSoAndWritesNothing) {
  const Outcome few = run("extend model.llc strange.llc --groups groups.tsv --min-size 9");
  EXPECT_EQ(few.exit_code, 0) << few.error;
  EXPECT_TRUE(contains(few.out, "no 9 of them are alike: nothing was written")) << few.out;
  const Outcome none = run("extend model.llc codes.llc --rule ball --radius 8 --groups groups.tsv");
  EXPECT_TRUE(contains(none.out, "nothing to group")) << none.out;
  const Outcome object =
      run("extend model.llc strange.llc --groups groups.tsv --min-size 9 --json");
  EXPECT_TRUE(json::parse(object.out).at("output").is_null()) << object.out;
  EXPECT_FALSE(std::filesystem::exists(folder_ / "groups.tsv"));
}

/// A model whose codes read its classifier, so that new classes are made from features.
void add_answer(const std::filesystem::path& model) {
  ContainerWriter writer("llcodes.model", 1);
  Codebook::load(Container::open(model)).save(writer);
  const std::vector<float> features(2), bits(8, 1.0F), projection(16, 1.0F), rows(8, 1.0F);
  const auto add = [&](const char* name, const Shape& shape, const std::vector<float>& values) {
    writer.add(name, shape, std::span<const float>(values));
  };
  add("answer.weight", {8}, bits);
  add("answer.feature_mean", {2}, features);
  add("answer.usual_logit", {1}, {1.0F});
  add("projection.weight", {8, 2}, projection);
  add("projection.bias", {8}, bits);
  add("classifier.weight", {4, 2}, rows);
  add("classifier.bias", {4}, {0, 0, 0, 0});
  add("classifier.directions", {4, 2}, rows);
  add("answer.evidence", {3}, {0.5F, 0.5F, 0});
  writer.write(model);
}

TEST_F(OodVerbs, ExtendPrintsANextStepThatWorks) {
  run_shell("cp strange.llc 'strange ones.llc'", folder_.path());
  const Outcome codes = run("extend model.llc 'strange ones.llc' --groups groups.tsv");
  ASSERT_EQ(codes.exit_code, 0) << codes.error;
  const std::size_t start = codes.out.find("llcodes extend");
  const std::size_t end = codes.out.find('\n', start);
  const Outcome next = run_shell(codes.out.substr(start, end - start), folder_.path());
  EXPECT_EQ(next.exit_code, 0) << codes.out << next.error;
  EXPECT_TRUE(std::filesystem::exists(folder_ / "NEW.llc"));

  add_answer(folder_ / "model.llc");
  const Outcome data = run("extend model.llc strange.llc --groups other.tsv");
  ASSERT_EQ(data.exit_code, 0) << data.error;
  EXPECT_TRUE(contains(data.out, "extend model.llc DATA --named other.tsv")) << data.out;
  EXPECT_TRUE(contains(data.out, "DATA is what strange.llc was encoded from")) << data.out;
}

// The data are features, which only the program with the network can encode: it must not come so
// far.
TEST_F(OodVerbs, ExtendReadsNamesBeforeItEncodes) {
  write_blobs(folder_ / "x.npy", folder_ / "y.txt");
  const std::string command = "extend model.llc x.npy -o new.llc --named ";
  write("none.tsv", "# nothing\ns1\t-\n");
  write("taken.tsv", "s1\tant\n");
  write("twice.tsv", "s1\telk\ns1\tfox\n");
  write("good.tsv", "s1\telk\n");
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"none.tsv", "names no class"},
      {"taken.tsv", "already"},
      {"twice.tsv", "line 2"},
      {"nosuch.tsv", "option '--named'"},
      {"good.tsv --test taken.tsv --test nosuch.tsv", "option '--test'"},
  };
  for (const auto& [file, message] : cases) {
    const Outcome outcome = run(command + file);
    EXPECT_EQ(outcome.exit_code, 2) << file << outcome.error;
    EXPECT_TRUE(contains(outcome.error, message)) << file << outcome.error;
  }
}

/// As above: x.npy has to be encoded, and nothing may be wrong by then.
TEST_F(OodVerbs, EvalReadsItsFilesBeforeItEncodes) {
  write_blobs(folder_ / "x.npy", folder_ / "y.txt");
  write("text.llc", "no container");
  EncodedSet wide{Codes::from_text({"0000000011111111"}), {}, {}, {}};
  wide.save(folder_ / "wide.llc");
  const std::string eval = "eval model.llc x.npy --labels y.txt ";
  struct Case {
    std::string options;
    int exit_code;
    std::string message;
  };
  const std::vector<Case> cases = {
      {"--ood nosuch.llc", 2, "option '--ood'"},
      {"--ood text.llc", 1, "text.llc"},
      {"--ood model.llc", 1, "llcodes.codes"},
      {"--ood wide.llc", 2, "16 bits"},
      {"--ood strange.llc --calibrate nosuch.llc", 2, "option '--calibrate'"},
      {"--ood strange.llc --tune-ood strange.llc", 2, "--linear"},
      {"--ood strange.llc --linear nosuch.llc", 2, "option '--linear'"},
      {"--ood strange.llc --linear linear.llc", 2, "strange.llc: the baselines need 2 features"},
      {"--ood features.llc --linear linear.llc --tune-ood nosuch.llc", 2, "option '--tune-ood'"},
      {"--ood features.llc --linear linear.llc --tune-ood features.llc", 2, "without --calibrate"},
      {"--ood features.llc --linear linear.llc --reference nosuch.llc", 2, "option '--reference'"},
      {"--linear nosuch.llc", 2, "option '--linear'"},
      {"--linear codes.llc", 1, "llcodes.model"},
      {"--retrieval nosuch.llc", 2, "option '--retrieval'"},
      {"--retrieval model.llc", 1, "llcodes.codes"},
  };
  write_linear(folder_ / "linear.llc");
  EncodedSet features = EncodedSet::load(folder_ / "strange.llc");
  features.features.assign(features.codes.size() * 2, 1.0F);
  features.save(folder_ / "features.llc");
  for (const auto& [options, exit_code, message] : cases) {
    const Outcome outcome = run(eval + options);
    EXPECT_EQ(outcome.exit_code, exit_code) << options << outcome.error;
    EXPECT_TRUE(contains(outcome.error, message)) << options << outcome.error;
    EXPECT_FALSE(contains(outcome.error, "backbone")) << options << outcome.error;
  }
  const Outcome groups = run("extend model.llc x.npy --groups g.tsv --calibrate nosuch.llc");
  EXPECT_TRUE(contains(groups.error, "option '--calibrate'")) << groups.error;
}

TEST_F(OodVerbs, TheThresholdCanBeGivenAgain) {
  const std::string calibrated = "detect model.llc codes.llc --calibrate codes.llc --keep 0.5";
  const Outcome first = run(calibrated);
  ASSERT_EQ(first.exit_code, 0) << first.error;
  std::istringstream words(first.error.substr(first.error.find("probability ") + 12));
  std::string threshold;
  std::getline(words, threshold, ',');
  const Outcome second = run("detect model.llc codes.llc --probability " + threshold);
  EXPECT_EQ(second.out, first.out) << threshold;
  EXPECT_TRUE(contains(second.error, threshold + ", as given")) << second.error;
}

TEST_F(OodVerbs, OptionsWithoutEffectAreRefused) {
  write("named.tsv", "s1\telk\n");
  const std::string step_1 = "extend model.llc strange.llc --groups g.tsv ";
  const std::string step_2 = "extend model.llc strange.llc --named named.tsv -o larger.llc ";
  const std::vector<std::pair<std::string, std::string>> cases = {
      {"detect model.llc codes.llc --keep 0.9", "--calibrate"},
      {"extend model.llc strange.llc --groups g.tsv --keep 0.9", "--calibrate"},
      {"detect model.llc codes.llc --rule exact --probability 0.5", "--rule probability"},
      {"eval model.llc codes.llc --calibrate codes.llc", "--ood"},
      {"eval model.llc codes.llc --reference codes.llc", "--ood"},
      {"eval model.llc codes.llc --ood strange.llc --keep 0.5", "--calibrate"},
      {"eval model.llc codes.llc --leave-one-out", "--retrieval"},
      {"eval model.llc codes.llc --retrieval codes.llc --calibrate codes.llc", "--ood"},
      {"eval model.llc codes.llc --at 5", "--at has no effect without --retrieval"},
      {"eval model.llc codes.llc --retrieval codes.llc --radii 1", "--radii"},
      {"eval model.llc codes.llc --ood strange.llc --budgets 1", "--budgets has no effect with"},
      {"eval model.llc codes.llc --ratio 5", "--ratio has no effect without --ood"},
      {"eval model.llc codes.llc --ood strange.llc --neighbours 5", "without --reference"},
      {"eval model.llc codes.llc --ood strange.llc --draws 5", "without --tune-ood"},
      {"detect model.llc codes.llc --rule exact --radius 3", "--radius is the largest distance"},
      {"detect model.llc codes.llc --radius 3", "--rule ball"},
      {step_1 + "-o foo.llc", "--output has no effect with --groups"},
      {step_1 + "--min-distance 1", "--min-distance"},
      {step_1 + "--check nofile", "--check has no effect with --groups"},
      {step_1 + "--test nofile", "--test has no effect with --groups"},
      {step_2 + "--rule ball", "--rule has no effect with --named"},
      {step_2 + "--calibrate nofile", "--calibrate has no effect with --named"},
      {step_2 + "--max-distance 0.7", "--max-distance has no effect with --named"},
      {step_2 + "--min-size 7", "--min-size has no effect with --named"},
      {step_2 + "--check-labels nofile", "--check-labels has no effect without --check"},
      {"bits model.llc codes.llc --data nofile", "--data has no effect without --output"},
      {"bits model.llc codes.llc --rows 3", "--rows has no effect without --output"},
      {"bits model.llc codes.llc --columns 3", "--columns has no effect without --output"},
      {"taxonomy model.llc --level 3", "--level has no effect without --hierarchy"},
      {"taxonomy model.llc --allow-missing", "--allow-missing has no effect without --hierarchy"},
      {"taxonomy model.llc --seed 3", "--seed has no effect without --linear or --hierarchy"},
      {"taxonomy model.llc --title T", "--title has no effect without --output"},
  };
  for (const auto& [arguments, message] : cases) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.exit_code, 2) << arguments << outcome.error;
    EXPECT_TRUE(contains(outcome.error, message)) << arguments << outcome.error;
  }
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

TEST_F(OodVerbs, TaxonomyLeavesOutWhatIsUndefined) {
  const auto codes_row = [&](const std::string& options) {
    const Outcome outcome = run("taxonomy model.llc --json " + options);
    EXPECT_EQ(outcome.exit_code, 0) << outcome.error;
    return json::parse(outcome.out).at("rows").at(0);
  };
  write("each.tsv", "ant\tw\nbee\tx\ncat\ty\ndog\tz\n");
  write("one.tsv", "ant\tx\nbee\tx\ncat\tx\ndog\tx\n");
  const json each = codes_row("--hierarchy each.tsv"), one = codes_row("--hierarchy one.tsv");
  EXPECT_TRUE(each.at("purity").is_null()) << each;
  EXPECT_TRUE(each.at("cophenetic_hierarchy").is_null()) << each;
  EXPECT_EQ(one.at("purity"), 1) << one;
  EXPECT_TRUE(one.at("cophenetic_hierarchy").is_null()) << one;
  EXPECT_TRUE(codes_row("--first 2").at("cophenetic_own").is_null());
  const std::string table = run("taxonomy model.llc --first 2 --lines 0").out;
  EXPECT_FALSE(contains(table, "0.000")) << table;
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

TEST_F(OodVerbs, TaxonomyRefusesHierarchiesThatDoNotFit) {
  const auto refused = [&](const std::string& options, int exit_code,
                           const std::vector<std::string>& parts) {
    const Outcome outcome = run("taxonomy model.llc " + options);
    EXPECT_EQ(outcome.exit_code, exit_code) << options << outcome.error;
    for (const std::string& part : parts) {
      EXPECT_TRUE(contains(outcome.error, part)) << options << ": " << outcome.error;
    }
  };
  write("two.tsv", "ant\tsmall\nbee\tsmall\ncat\tlarge\ndog\tlarge\nant\tlarge\n");
  refused("--hierarchy two.tsv", 1, {"two.tsv", "\"ant\"", "small", "large", "one group"});
  write("two.json", R"({"small": ["ant", "bee"], "large": ["cat", "dog", "bee"]})");
  refused("--hierarchy two.json", 1, {"\"bee\"", "small", "large"});
  write("one.json", R"({"small": ["ant", "bee"], "large": ["cat", "dog"]})");
  refused("--hierarchy one.json --level 3", 2, {"found 3", "expected 1 to 1"});
  write("other.tsv", "oak\ttree\n");
  refused("--hierarchy other.tsv --allow-missing", 2, {"none of the 4 classes", "\"oak\""});
  refused("-o one.json", 2, {"one.json is a file", "folder"});
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

TEST_F(OodVerbs, BitsSayNothingThatCodesDoNotTell) {
  EncodedSet bare = EncodedSet::load(folder_ / "codes.llc");
  bare.projections.clear();
  bare.labels.clear();
  bare.save(folder_ / "bare.llc");
  const json bit = json::parse(run("bits model.llc bare.llc --bit 0 --json").out).at(0);
  EXPECT_TRUE(bit.at("right").is_null()) << bit;
  EXPECT_FALSE(bit.at("plus").contains("surest")) << bit;
  EXPECT_FALSE(contains(run("bits model.llc bare.llc").out, "surest"));
  write_blobs(folder_ / "x.npy", folder_ / "y.txt");
  const Outcome sheet = run("bits model.llc bare.llc --bit 0 --data x.npy -o sheet.png");
  EXPECT_EQ(sheet.exit_code, 2);
  EXPECT_TRUE(contains(sheet.error, "projections")) << sheet.error;
}

/// Names of classes and instances with tabs and line ends.
TEST_F(OodVerbs, NamesStayOnTheirLine) {
  ContainerWriter writer("llcodes.model", 1);
  Codebook(Codes::from_text({"00000000", "11110000", "00001111", "11111111"}),
           {"an\tt", "b\nee", "cat", "dog"})
      .save(writer);
  writer.write(folder_ / "model.llc");
  EncodedSet set = EncodedSet::load(folder_ / "codes.llc");
  set.names[0] = "first\none";
  set.save(folder_ / "codes.llc");
  const std::string classified = run("classify model.llc codes.llc --top 2").out;
  EXPECT_TRUE(contains(classified, "first\\x0Aone\tan\\x09t\t")) << classified;
  EXPECT_EQ(std::count(classified.begin(), classified.end(), '\n'), 6) << classified;
  const std::string detected = run("detect model.llc codes.llc").out;
  EXPECT_TRUE(contains(detected, "\tb\\x0Aee\t")) << detected;
  EXPECT_EQ(std::count(detected.begin(), detected.end(), '\n'), 6) << detected;
  run("index build codes.llc --model model.llc -o x.index");
  const std::string found = run("search x.index codes.llc --model model.llc --k 1").out;
  EXPECT_TRUE(contains(found, "first\\x0Aone\t0\t0\tfirst\\x0Aone\tan\\x09t\n")) << found;
  EXPECT_TRUE(contains(run("taxonomy model.llc -o figures").out, "b\\x0Aee  11110000"));
  EXPECT_TRUE(contains(read_text(folder_ / "figures" / "taxonomy.nwk"), "'an\\x09t'"));
  EXPECT_TRUE(contains(run("bits model.llc codes.llc --bit 0").out, "b\\x0Aee"));
}

}  // namespace
}  // namespace llcodes::test
