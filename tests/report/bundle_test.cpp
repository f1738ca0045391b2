#include "llcodes/report/bundle.h"

#include <gtest/gtest.h>

#include <fstream>

#include "llcodes/core/encoded_set.h"
#include "llcodes/core/file.h"
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
  EXPECT_EQ(bundle.at("accuracy").at("linear"), 0.9);
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
  ASSERT_EQ(bundle.at("missing").size(), 4u);
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

}  // namespace
}  // namespace llcodes::report
