#include "llcodes/eval/accuracy.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "llcodes/core/soft_scores.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

struct Problem {
  Codebook codebook;
  std::vector<float> z;
  Codes codes;
  std::vector<std::int32_t> labels;
};

/// Few bits and whole-number projections, so that duplicates and ties of every kind are common.
Problem tied_problem() {
  Codes classes = random_codes(6, 40, 1);
  Random random(2, 2, 2);
  std::vector<float> z;
  std::vector<std::int32_t> labels;
  for (int i = 0; i < 500; ++i) {
    labels.push_back(static_cast<std::int32_t>(random.below(40)));
    for (int bit = 0; bit < 6; ++bit) {
      const double sign = classes.bit(static_cast<std::size_t>(labels.back()), bit) ? 1 : -1;
      z.push_back(static_cast<float>(std::round(sign * 1.5 + 1.5 * random.normal())));
    }
  }
  Codes codes = binarize(z, 6);
  return {Codebook(std::move(classes)), std::move(z), std::move(codes), std::move(labels)};
}

/// Credit by listing all classes with the best value: 1/size if the true one is among them.
template <class Value>
double naive_accuracy(const Problem& problem, const Value& value, double limit) {
  double sum = 0;
  for (std::size_t i = 0; i < problem.labels.size(); ++i) {
    double best = 1e9;
    for (std::size_t l = 0; l < 40; ++l) best = std::min(best, value(i, l));
    if (best > limit) continue;
    double size = 0;
    bool holds = false;
    for (std::size_t l = 0; l < 40; ++l) {
      if (value(i, l) != best) continue;
      ++size;
      holds |= static_cast<std::size_t>(problem.labels[i]) == l;
    }
    sum += holds ? 1 / size : 0;
  }
  return sum / static_cast<double>(problem.labels.size());
}

const AccuracyRow& row(const AccuracyTable& table, const std::string& name) {
  const auto found = std::ranges::find(table.rows, name, &AccuracyRow::decoder);
  if (found == table.rows.end()) throw std::out_of_range(name);
  return *found;
}

TEST(Accuracy, EqualsTheNaiveDoubleLoopWithTies) {
  const Problem problem = tied_problem();
  const AccuracyTable table =
      measure_accuracy(problem.codebook, {problem.codes, problem.z}, problem.labels);
  const auto distance = [&](std::size_t i, std::size_t l) -> double {
    return naive_distance(problem.codes, i, problem.codebook.codes(), l);
  };
  const auto minus_score = [&](std::size_t i, std::size_t l) -> double {
    return -soft_score(problem.codebook.codes()[l], problem.z.data() + i * 6, 6);
  };
  EXPECT_NEAR(row(table, "ED").accuracy, naive_accuracy(problem, distance, 0), 1e-12);
  EXPECT_NEAR(row(table, "ball(1)").accuracy, naive_accuracy(problem, distance, 1), 1e-12);
  EXPECT_NEAR(row(table, "ball(2)").accuracy, naive_accuracy(problem, distance, 2), 1e-12);
  EXPECT_NEAR(row(table, "MHD").accuracy, naive_accuracy(problem, distance, 99), 1e-12);
  EXPECT_NEAR(row(table, "soft").accuracy, naive_accuracy(problem, minus_score, 1e9), 1e-12);
  EXPECT_EQ(row(table, "flips(unlimited)").accuracy, row(table, "soft").accuracy);
}

TEST(Accuracy, SharesProbesAndBits) {
  const Problem problem = tied_problem();
  const AccuracyTable table =
      measure_accuracy(problem.codebook, {problem.codes, problem.z}, problem.labels);
  double exact = 0, bits = 0;
  for (std::size_t i = 0; i < 500; ++i) {
    bool present = false;
    for (std::size_t l = 0; l < 40; ++l) {
      present |= naive_distance(problem.codes, i, problem.codebook.codes(), l) == 0;
    }
    exact += present;
    bits += 6 - naive_distance(problem.codes, i, problem.codebook.codes(),
                               static_cast<std::size_t>(problem.labels[i]));
  }
  EXPECT_EQ(table.instances, 500u);
  EXPECT_NEAR(table.bits_right, bits / 500, 1e-12);
  EXPECT_NEAR(row(table, "ED").answered, exact / 500, 1e-12);
  EXPECT_EQ(row(table, "MHD").answered, 1);
  EXPECT_EQ(row(table, "ED").mean_probes, 1);
  EXPECT_EQ(row(table, "soft").mean_probes, 40);
  EXPECT_EQ(table.codebook.num_classes, 40u);
}

TEST(Accuracy, RowsInOrderAndHardOnesOnlyWithoutProjections) {
  const Problem problem = tied_problem();
  const AccuracyTable table = measure_accuracy(problem.codebook, {problem.codes}, problem.labels,
                                               {.radii = {3}, .budgets = {5}});
  std::vector<std::string> names;
  for (const AccuracyRow& line : table.rows) names.push_back(line.decoder);
  EXPECT_EQ(names, (std::vector<std::string>{"ED", "ball(3)", "MHD"}));
}

TEST(Accuracy, UsualRadiiAreThoseThatTheCodesHave) {
  EXPECT_EQ(usual_radii(1), (std::vector<int>{1}));
  EXPECT_EQ(usual_radii(2), (std::vector<int>{1, 2}));
  EXPECT_EQ(usual_radii(20), (std::vector<int>{1, 2}));
  const Codebook codebook(Codes::from_text({"0", "1"}));
  const std::vector<std::int32_t> labels = {0, 1};
  const Instances instances{codebook.codes()};
  EXPECT_EQ(row(measure_accuracy(codebook, instances, labels), "ball(1)").answered, 1);
  EXPECT_THROW(measure_accuracy(codebook, instances, labels, {.radii = {2}}),
               std::invalid_argument);
}

// Two classes share a code: an instance of either is right half of the time, a released-code style
// comparison with the true class code would call both right (FIELD.md section 2).
TEST(Accuracy, DuplicatedCodesCountHalf) {
  const Codebook codebook(Codes::from_text({"01", "01", "10"}));
  const Codes codes = Codes::from_text({"01", "01", "10", "10"});
  const std::vector<std::int32_t> labels = {0, 1, 2, 0};
  const AccuracyTable table = measure_accuracy(codebook, {codes}, labels);
  EXPECT_DOUBLE_EQ(row(table, "ED").accuracy, (0.5 + 0.5 + 1 + 0) / 4);
}

TEST(Accuracy, BadLabelsAreRefused) {
  const Codebook codebook(random_codes(8, 3, 1));
  const Codes codes = random_codes(8, 2, 2);
  const auto measure = [&](std::vector<std::int32_t> labels) {
    return message_of<std::invalid_argument>([&] { measure_accuracy(codebook, {codes}, labels); });
  };
  expect_contains(measure({0}), {"1 labels", "2 instances"});
  expect_contains(measure({0, 3}), {"label 3", "instance 1", "0 to 2"});
  expect_contains(measure({-1, 0}), {"label -1", "instance 0"});
}

TEST(Accuracy, NoInstanceGivesZero) {
  const Codebook codebook(random_codes(8, 3, 1));
  EXPECT_EQ(measure_accuracy(codebook, {Codes(8)}, {}).rows[0].accuracy, 0);
}

}  // namespace
}  // namespace llcodes
