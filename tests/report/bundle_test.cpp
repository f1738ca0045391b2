#include "llcodes/report/bundle.h"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "llcodes/core/encoded_set.h"
#include "llcodes/core/file.h"
#include "llcodes/core/linear_classifier.h"
#include "small_run.h"
#include "tests/core/testing.h"

namespace llcodes::report {
namespace {

using namespace llcodes::testing;
using nlohmann::json;
using test::small_codebook;
using test::small_pictures;

class Bundle : public ::testing::Test {
 protected:
  Bundle() { test::write_small_run({.class_names = {}, .folder = folder_.path()}); }

  json gathered(const DataBundle& data = small_pictures()) const {
    return gather(read_run(folder_.path()), data);
  }
  void remove(const std::string& name) const { std::filesystem::remove(folder_ / name); }
  std::string refusal() const {
    return message_of<std::exception>([&] { read_run(folder_.path()); });
  }

  TemporaryFolder folder_;
};

const std::vector<std::string> kSections = {"training",  "accuracy", "reading",  "codes",
                                            "confusion", "taxonomy", "heat_map", "retrieval",
                                            "ood",       "speed",    "pictures"};

TEST_F(Bundle, AWholeRunHasEverySection) {
  const json bundle = gathered();
  for (const std::string& section : kSections)
    EXPECT_FALSE(bundle.at(section).is_null()) << section;
  EXPECT_TRUE(bundle.at("missing").empty()) << bundle.at("missing");
  EXPECT_EQ(bundle.at("training").size(), 7u);
  EXPECT_EQ(bundle.at("data"), "letters");
}

TEST_F(Bundle, SectionsThatTheRunCannotGiveAreNamedAsMissing) {
  for (const char* name : {"ood-codes.llc", "linear.llc", "train-codes.llc"}) remove(name);
  const json bundle = gathered({});
  for (const char* section : {"ood", "heat_map", "retrieval", "pictures"}) {
    EXPECT_TRUE(bundle.at(section).is_null()) << section;
  }
  for (const char* section : {"training", "accuracy", "reading", "confusion", "taxonomy"}) {
    EXPECT_FALSE(bundle.at(section).is_null()) << section;
  }
  ASSERT_EQ(bundle.at("missing").size(), 5u);
  expect_contains(bundle.at("missing").dump(), {"linear.llc", "train-codes.llc", "ood-codes.llc"});
}

TEST_F(Bundle, AModelAloneGivesAReport) {
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    if (entry.path().filename() != "model.llc") std::filesystem::remove(entry.path());
  }
  const json bundle = gathered({});
  EXPECT_FALSE(bundle.at("codes").is_null());
  EXPECT_FALSE(bundle.at("taxonomy").is_null());
  EXPECT_TRUE(bundle.at("accuracy").is_null());
}

TEST_F(Bundle, BadRunFoldersAreRefusedWithACure) {
  expect_contains(message_of<std::invalid_argument>([] { read_run("/nowhere/at/all"); }),
                  {"/nowhere/at/all", "no such folder", "run folder"});
  remove("model.llc");
  expect_contains(refusal(), {"no model.llc", "train or demo"});
  write_plainly(folder_ / "args.toml", "bits = 10\n");
  expect_contains(refusal(), {"no model.llc yet", "--resume"});
}

TEST_F(Bundle, PartsThatDoNotBelongTogetherAreRefused) {
  EncodedSet{Codes::from_text({"0101"}), {}, {0}, {}}.save(folder_ / "test-codes.llc");
  expect_contains(refusal(), {"test-codes.llc", "4 bits", "10", "encode"});
  EncodedSet{Codes::from_text({"0101010101"}), {}, {-1}, {}}.save(folder_ / "test-codes.llc");
  expect_contains(refusal(), {"test-codes.llc", "class", "labelled"});
  EncodedSet foreign{Codes::from_text({"0101010101"}), {}, {0}, {}, "0123456789abcdef"};
  foreign.save(folder_ / "test-codes.llc");
  expect_contains(refusal(), {"test-codes.llc", "another model", "encode"});
}

TEST_F(Bundle, FeaturesOfAnotherLinearModelAreRefused) {
  EncodedSet set = EncodedSet::load(folder_ / "ood-codes.llc");
  set.classifier = "0123456789abcdef";
  set.save(folder_ / "ood-codes.llc");
  expect_contains(refusal(), {"ood-codes.llc", "another linear model", "--linear RUN/linear.llc"});
  set.classifier = LinearClassifier::load(folder_ / "linear.llc").fingerprint();
  set.save(folder_ / "ood-codes.llc");
  EXPECT_NO_THROW(gathered());
}

TEST_F(Bundle, BadBytesAreRefusedWithTheirFile) {
  write_plainly(folder_ / "metrics.jsonl", "{\"phase\": \"linear\"}\n");
  expect_contains(refusal(), {"metrics.jsonl"});
  write_plainly(folder_ / "metrics.jsonl", "no json\n");
  expect_contains(refusal(), {"metrics.jsonl", "line 1"});
  remove("metrics.jsonl");
  write_plainly(folder_ / "demo.json", "[");
  expect_contains(refusal(), {"demo.json"});
}

TEST_F(Bundle, DistancesAndBitErrorsAreThoseOfADoubleLoop) {
  const json codes = gathered().at("codes");
  const Codebook codebook = small_codebook();
  const EncodedSet test = EncodedSet::load(folder_ / "test-codes.llc");
  std::vector<std::size_t> histogram(11);
  for (std::size_t a = 0; a < 60; ++a) {
    for (std::size_t b = 0; b < a; ++b) {
      ++histogram[static_cast<std::size_t>(
          naive_distance(codebook.codes(), a, codebook.codes(), b))];
    }
  }
  EXPECT_EQ(codes.at("distances").get<std::vector<std::size_t>>(), histogram);
  for (int bit = 0; bit < 10; ++bit) {
    double wrong = 0;
    for (std::size_t i = 0; i < 240; ++i) {
      wrong += test.codes.bit(i, bit) != codebook.codes().bit(i % 60, bit);
    }
    EXPECT_NEAR(codes.at("bit_errors").at(static_cast<std::size_t>(bit)), wrong / 240, 1e-4);
  }
}

TEST_F(Bundle, MistakesAreCountedOnce) {
  const json bundle = gathered();
  const json& confusion = bundle.at("confusion");
  std::size_t in_pairs = 0, by_distance = 0;
  for (const json& pair : confusion.at("pairs")) in_pairs += pair.at("count").get<std::size_t>();
  for (const json& count : confusion.at("distances")) by_distance += count.get<std::size_t>();
  double soft = 0;
  for (const json& row : bundle.at("accuracy").at("rows")) {
    if (row.at("decoder") == "soft") soft = row.at("accuracy");
  }
  EXPECT_EQ(confusion.at("mistakes"), static_cast<std::size_t>(std::lround(240 * (1 - soft))));
  EXPECT_EQ(by_distance, confusion.at("mistakes"));
  EXPECT_LE(in_pairs, by_distance);
  EXPECT_GT(in_pairs, 0u);
}

TEST_F(Bundle, NeighboursAreTheNearestOfAScan) {
  const EncodedSet test = EncodedSet::load(folder_ / "test-codes.llc");
  const EncodedSet train = EncodedSet::load(folder_ / "train-codes.llc");
  const json queries = gathered().at("retrieval").at("queries");
  EXPECT_EQ(queries.size(), 16u);
  for (const json& query : queries) {
    const auto found = std::find(test.names.begin(), test.names.end(), query.at("name"));
    const auto index = static_cast<std::size_t>(found - test.names.begin());
    std::vector<std::pair<int, std::size_t>> all;
    for (std::size_t i = 0; i < train.codes.size(); ++i) {
      all.emplace_back(naive_distance(test.codes, index, train.codes, i), i);
    }
    std::sort(all.begin(), all.end());
    ASSERT_EQ(query.at("neighbours").size(), 12u);
    for (std::size_t place = 0; place < 12; ++place) {
      const json& neighbour = query.at("neighbours").at(place);
      EXPECT_EQ(neighbour.at("distance"), all[place].first);
      EXPECT_EQ(neighbour.at("name"), train.names[all[place].second]);
    }
  }
}

TEST_F(Bundle, TheLinearClassifierIsMeasuredOnTheFeatures) {
  const LinearClassifier linear = LinearClassifier::load(folder_ / "linear.llc");
  const EncodedSet test = EncodedSet::load(folder_ / "test-codes.llc");
  const std::size_t width = linear.num_features();
  double right = 0;
  for (std::size_t i = 0; i < 240; ++i) {
    std::vector<double> logits;
    for (std::size_t label = 0; label < 60; ++label) {
      double logit = linear.bias[label];
      for (std::size_t j = 0; j < width; ++j) {
        logit += linear.weight[label * width + j] * test.features[i * width + j];
      }
      logits.push_back(logit);
    }
    right += std::max_element(logits.begin(), logits.end()) - logits.begin() == test.labels[i];
  }
  const json accuracy = gathered().at("accuracy");
  EXPECT_EQ(accuracy.at("linear"), right / 240);
  EXPECT_EQ(accuracy.at("linear_features"), width);
}

TEST_F(Bundle, PicturesThatNobodyWantsWereNotLookedFor) {
  const json missing = gather_without_pictures(read_run(folder_.path())).at("missing");
  ASSERT_EQ(missing.size(), 1u);
  expect_contains(missing.dump(), {"Pictures", "--no-pictures"});
  EXPECT_EQ(missing.dump().find("at hand"), std::string::npos) << missing;
}

TEST_F(Bundle, ARunOfALinearClassifierHasNoReport) {
  remove("model.llc");
  write_plainly(folder_ / "args.toml", "method = \"linear\"\n");
  expect_contains(refusal(), {"linear classifier", "--method llc"});
  EXPECT_EQ(refusal().find("--resume"), std::string::npos) << refusal();
  write_plainly(folder_ / "args.toml", "method = \"llc\"\n");
  expect_contains(refusal(), {"--resume"});
}

TEST_F(Bundle, WithoutFeaturesTheLinearClassifierIsNamedAsMissing) {
  EncodedSet test = EncodedSet::load(folder_ / "test-codes.llc");
  test.features.clear();
  test.save(folder_ / "test-codes.llc");
  const json bundle = gathered();
  EXPECT_FALSE(bundle.at("accuracy").contains("linear"));
  ASSERT_EQ(bundle.at("missing").size(), 1u);
  expect_contains(bundle.at("missing").dump(), {"linear classifier", "--linear RUN/linear.llc"});
}

TEST_F(Bundle, FeaturesOfAnotherWidthAreRefused) {
  EncodedSet ood = EncodedSet::load(folder_ / "ood-codes.llc");
  ood.features.resize(60 * 5);
  ood.save(folder_ / "ood-codes.llc");
  expect_contains(refusal(), {"ood-codes.llc", "5 features", "reads 6", "--linear"});
}

TEST_F(Bundle, ExamplesOfReadingAreOfTheKindTheySay) {
  const Codebook codebook = small_codebook();
  const Codes& codes = codebook.codes();
  const json examples = gathered().at("reading");
  std::set<std::string> kinds;
  for (const json& example : examples) {
    const std::string kind = example.at("kind");
    const Codes own = Codes::from_text({example.at("code").get<std::string>()});
    const int truth = naive_distance(own, 0, codes, example.at("truth").get<std::size_t>());
    const bool nearest = truth == example.at("distance");
    const bool soft = example.at("soft") == example.at("truth");
    const bool alone = example.at("nearest_ties") == 1;
    EXPECT_TRUE(kind != "nearest" || (nearest && alone)) << example;
    EXPECT_TRUE(kind != "soft" || (soft && !nearest)) << example;
    EXPECT_TRUE(kind != "tie" || (soft && nearest && !alone)) << example;
    EXPECT_TRUE(kind != "wrong" || !soft) << example;
    kinds.insert(kind);
  }
  EXPECT_EQ(kinds, (std::set<std::string>{"exact", "nearest", "soft", "tie", "wrong"}));
}

TEST_F(Bundle, ConfusedPairsAreSortedByCountThenByDistance) {
  const json pairs = gathered().at("confusion").at("pairs");
  const Codebook codebook = small_codebook();
  const Codes& codes = codebook.codes();
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    EXPECT_EQ(pairs[i].at("distance"),
              naive_distance(codes, pairs[i].at("first"), codes, pairs[i].at("second")));
    if (i == 0) continue;
    const auto place = [&](std::size_t at) {
      return std::pair(-pairs[at].at("count").get<int>(), pairs[at].at("distance").get<int>());
    };
    EXPECT_LE(place(i - 1), place(i));
  }
}

TEST_F(Bundle, RetrievalKnowsWhatIsPossibleAndShowsAFailure) {
  const json retrieval = gathered().at("retrieval");  // ten instances a class to be found
  for (const json& row : retrieval.at("rows")) {
    const double depth = std::min(600.0, row.at("depth").get<double>());
    EXPECT_NEAR(row.at("precision_limit"), 10 / depth, 1e-4);
    EXPECT_EQ(row.at("recall_limit"), 1);
    EXPECT_LE(row.at("precision"), row.at("precision_limit"));
  }
  const json& failed = retrieval.at("failed");
  EXPECT_NE(failed.at("neighbours").at(0).at("label"), failed.at("label"));
}

TEST_F(Bundle, TheTreeJoinsEveryClassOnce) {
  const json tree = gathered().at("taxonomy");
  std::vector<int> order = tree.at("order");
  EXPECT_EQ(tree.at("merges").size(), 59u);
  std::sort(order.begin(), order.end());
  for (int label = 0; label < 60; ++label) EXPECT_EQ(order[static_cast<std::size_t>(label)], label);
}

TEST_F(Bundle, StrangersAreAcceptedLessOftenThanTheKnown) {
  const json ood = gathered().at("ood");
  EXPECT_EQ(ood.at("known"), 240);
  EXPECT_EQ(ood.at("ood"), 60);
  EXPECT_LT(ood.at("accepted").at("ood").at(0), ood.at("accepted").at("known").at(0));
  EXPECT_LT(ood.at("strangers_kept"), ood.at("known_kept"));
  for (const json& curve : ood.at("roc")) {
    EXPECT_EQ(curve.at("points").back(), (json{1, 1})) << curve.at("score");
    double area = 0;
    const json& points = curve.at("points");
    for (std::size_t i = 1; i < points.size(); ++i) {
      area += (points[i][0].get<double>() - points[i - 1][0].get<double>()) *
              (points[i][1].get<double>() + points[i - 1][1].get<double>()) / 2;
    }
    EXPECT_NEAR(area, curve.at("auroc"), 0.02) << curve.at("score");
  }
}

TEST_F(Bundle, StrangersAreJudgedByTheDefaultRule) {
  const json ood = gathered().at("ood");
  std::size_t defaults = 0;
  for (const json& row : ood.at("rows")) {
    if (!row.at("default").get<bool>()) continue;
    ++defaults;
    EXPECT_EQ(row.at("rule"), "code probability");
    EXPECT_NEAR(row.at("known_kept"), ood.at("known_kept"), 1e-9);
    EXPECT_NEAR(row.at("ood_rejected").get<double>(), 1 - ood.at("strangers_kept").get<double>(),
                1e-9);
  }
  EXPECT_EQ(defaults, 1u);
  for (const json& example : ood.at("examples").at("accepted"))
    EXPECT_GE(example.at("probability"), kFallbackProbability);
  for (const json& example : ood.at("examples").at("rejected"))
    EXPECT_LE(example.at("probability"), kFallbackProbability);
}

}  // namespace
}  // namespace llcodes::report
