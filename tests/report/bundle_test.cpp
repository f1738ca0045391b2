#include "llcodes/report/bundle.h"

#include <gtest/gtest.h>

#include <fstream>
#include <map>
#include <set>

#include "llcodes/core/container.h"
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
                                            "ood",       "bits",     "speed",    "pictures"};

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

/// One instance a label; the first bit's values are given, the other bits are those of the class.
EncodedSet with_first_bit(const std::vector<std::int32_t>& labels,
                          const std::vector<float>& values) {
  const Codebook codebook = small_codebook();
  const auto dataset = small_pictures().test;
  EncodedSet set{Codes(10), {}, labels, {}};
  for (std::size_t i = 0; i < labels.size(); ++i) {
    set.projections.push_back(values[i]);
    for (int bit = 1; bit < 10; ++bit) {
      const bool plus = codebook.codes().bit(static_cast<std::size_t>(labels[i]), bit);
      set.projections.push_back(plus ? 1.0F : -1.0F);
    }
    set.names.push_back(dataset->name(i));
  }
  set.codes = binarize(set.projections, 10);
  return set;
}

/// 24 instances at 24, 23, ..., 1 and three below zero. Even labels have a 1 at the first bit.
EncodedSet sorted_instances() {
  std::vector<std::int32_t> labels = {0,  0,  0,  2,  4,  6,  8,  10, 12, 14, 16, 18,
                                      20, 22, 24, 26, 28, 30, 32, 32, 32, 32, 34, 34};
  std::vector<float> values;
  for (int value = 24; value > 0; --value) values.push_back(static_cast<float>(value));
  labels.insert(labels.end(), {1, 2, 3});
  values.insert(values.end(), {-2, -1, -3});
  return with_first_bit(labels, values);
}

using Labels = std::vector<std::int32_t>;

std::vector<double> values_of(const json& instances) {
  std::vector<double> values;
  for (const json& instance : instances) values.push_back(instance.at("value"));
  return values;
}

TEST_F(Bundle, ABitShowsTheSurestAndTheLeastSureOfDifferentClasses) {
  sorted_instances().save(folder_ / "test-codes.llc");
  const json bits = gathered().at("bits");
  EXPECT_EQ(bits.at("instances"), 27);
  ASSERT_EQ(bits.at("bits").size(), 10u);
  const json& first = bits.at("bits").at(0);
  const json &minus = first.at("minus"), &plus = first.at("plus");
  // 23 and 22 are of the class of 24, so the tenth is 13; of 32 and 34 only the least sure stand.
  EXPECT_EQ(values_of(plus.at("surest")),
            (std::vector<double>{24, 21, 20, 19, 18, 17, 16, 15, 14, 13}));
  EXPECT_EQ(values_of(plus.at("unsure")), (std::vector<double>{1, 3, 7, 8, 9}));
  EXPECT_EQ(values_of(minus.at("surest")), (std::vector<double>{-3, -2}));
  EXPECT_EQ(values_of(minus.at("unsure")), std::vector<double>{-1});
  EXPECT_EQ(minus.at("unsure").at(0).at("label"), 2) << "strayed from the other side";
  EXPECT_EQ(minus.at("surest").at(0).at("name"), small_pictures().test->name(26));
}

TEST_F(Bundle, ABitKnowsItsClassesAndHowOftenItIsRight) {
  sorted_instances().save(folder_ / "test-codes.llc");
  const json first = gathered().at("bits").at("bits").at(0);
  const json &minus = first.at("minus"), &plus = first.at("plus");
  EXPECT_EQ(plus.at("classes"), 30);
  EXPECT_EQ(minus.at("classes"), 30);
  EXPECT_EQ(plus.at("instances"), 24);
  EXPECT_EQ(minus.at("instances"), 3);
  EXPECT_NEAR(first.at("right"), 26.0 / 27, 1e-5);
  // Means: class 0 (24 + 23 + 22) / 3, class 2 (21 - 1) / 2 as class 24, which comes after it.
  EXPECT_EQ(plus.at("first_classes").get<Labels>(),
            (Labels{0, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 2}));
  EXPECT_EQ(minus.at("first_classes").get<Labels>(),
            (Labels{3, 1, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23}));
}

TEST_F(Bundle, ValuesOfABitAreCountedByTheBitOfTheClass) {
  sorted_instances().save(folder_ / "test-codes.llc");
  const json bits = gathered().at("bits");
  EXPECT_EQ(bits.at("limit"), 24);  // 48 parts of size 1
  const json& first = bits.at("bits").at(0);
  std::vector<int> minus(48), plus(48);
  minus[21] = minus[22] = plus[23] = 1;
  std::fill(plus.begin() + 25, plus.end(), 1);
  plus[47] = 2;  // 24 and 23
  EXPECT_EQ(first.at("minus_values").get<std::vector<int>>(), minus);
  EXPECT_EQ(first.at("plus_values").get<std::vector<int>>(), plus);
}

TEST_F(Bundle, PicturesOfBitsAreThoseOfTheirNames) {
  sorted_instances().save(folder_ / "test-codes.llc");
  std::map<std::string, int> places;
  const json bits = gathered().at("bits").at("bits");
  for (const json& bit : bits) {
    for (const char* side : {"minus", "plus"}) {
      for (const json& one : bit.at(side).at("surest")) {
        EXPECT_GE(one.at("picture"), 0);
        const auto [place, is_new] = places.try_emplace(one.at("name"), one.at("picture"));
        EXPECT_EQ(place->second, one.at("picture")) << "one place on the sheet for " << one;
      }
    }
  }
  EXPECT_GT(places.size(), 12u);
  const json without_pictures = gathered({}).at("bits").at("bits");
  for (const json& bit : without_pictures) {
    for (const json& one : bit.at("plus").at("surest")) EXPECT_EQ(one.at("picture"), -1);
  }
}

TEST_F(Bundle, ManyBitsShareTheRoomForPictures) {
  const int num_bits = 100;
  std::vector<float> projections;
  std::vector<std::int32_t> labels;
  for (std::int32_t i = 0; i < 60; ++i) labels.push_back(i);
  for (std::size_t i = 0; i < 60 * 100; ++i)
    projections.push_back(static_cast<float>(i % 7) - 2.5F);
  const Codes codes = binarize(projections, num_bits);
  ContainerWriter writer("llcodes.model", 1);
  Codebook(codes, small_codebook().class_names()).save(writer);
  for (const auto& entry : std::filesystem::directory_iterator(folder_.path()))
    std::filesystem::remove(entry.path());
  writer.write(folder_ / "model.llc");
  EncodedSet{codes, projections, labels, {}}.save(folder_ / "test-codes.llc");
  const json bits = gathered().at("bits").at("bits");
  ASSERT_EQ(bits.size(), 64u);
  for (const json& bit : bits) {
    for (const char* side : {"minus", "plus"}) {
      EXPECT_EQ(bit.at(side).at("surest").size(), 3u);
      EXPECT_EQ(bit.at(side).at("unsure").size(), 2u);
    }
  }
}

TEST_F(Bundle, WithoutProjectionsBitsAreNamedAsMissing) {
  EncodedSet test = EncodedSet::load(folder_ / "test-codes.llc");
  test.projections.clear();
  test.save(folder_ / "test-codes.llc");
  const json bundle = gathered();
  EXPECT_TRUE(bundle.at("bits").is_null());
  expect_contains(bundle.at("missing").dump(), {"What a bit means", "--no-projections"});
}

}  // namespace
}  // namespace llcodes::report
