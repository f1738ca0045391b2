#include "llcodes/eval/ood.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "llcodes/core/error.h"
#include "llcodes/eval/detector.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

/// The probabilities of all class codes.
std::vector<double> naive_probabilities(const Codebook& codebook, const float* z, int num_bits) {
  std::vector<double> all;
  for (std::size_t label = 0; label < codebook.num_classes(); ++label) {
    double probability = 1;
    for (int bit = 0; bit < num_bits; ++bit) {
      const double sign = codebook.codes().bit(label, bit) ? 1 : -1;
      probability *= 1 / (1 + std::exp(-sign * z[bit]));
    }
    all.push_back(probability);
  }
  return all;
}

std::vector<float> random_projections(int num_bits, std::size_t count, double scale,
                                      std::uint64_t seed) {
  Random random(seed, 7, 7);
  std::vector<float> z;
  for (std::size_t i = 0; i < count * static_cast<std::size_t>(num_bits); ++i) {
    z.push_back(static_cast<float>(scale * random.normal()));
  }
  return z;
}

TEST(OodScores, EqualTheirDefinitions) {
  const int bits = 9;
  const Codebook codebook(random_codes(bits, 30, 3));
  const std::vector<float> z = random_projections(bits, 50, 3, 1);
  const Codes codes = binarize(z, bits);
  const std::vector<CodeScore> scores = score_codes(codebook, {codes, z});
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const float* row = z.data() + i * bits;
    double best = -1e9, sum = 0, magnitude = 0;
    int nearest = bits;
    for (std::size_t label = 0; label < 30; ++label) {
      double score = 0;
      for (int bit = 0; bit < bits; ++bit)
        score += codebook.codes().bit(label, bit) ? row[bit] : -row[bit];
      best = std::max(best, score);
      sum += std::exp(score / 2);
      nearest = std::min(nearest, naive_distance(codes, i, codebook.codes(), label));
    }
    for (int bit = 0; bit < bits; ++bit) magnitude += std::abs(row[bit]);
    EXPECT_EQ(scores[i].distance, nearest);
    EXPECT_NEAR(scores[i].maximum, best, 1e-4);
    EXPECT_NEAR(scores[i].log_sum, std::log(sum), 1e-4);
    EXPECT_NEAR(scores[i].ratio, best / magnitude, 1e-5);
    const std::vector<double> likely = naive_probabilities(codebook, row, bits);
    EXPECT_NEAR(std::exp(scores[i].log_probability), std::ranges::max(likely), 1e-5);
    EXPECT_NEAR(std::exp(scores[i].log_mass), std::accumulate(likely.begin(), likely.end(), 0.0),
                1e-5);
  }
}

TEST(OodScores, AllCodesTakenMeansMassOne) {
  const Codebook codebook(Codes::from_text({"00", "01", "10", "11"}));
  const std::vector<float> z = {0.3F, -2};
  const Codes codes = binarize(z, 2);
  EXPECT_NEAR(score_codes(codebook, {codes, z})[0].log_mass, 0, 1e-6);
}

TEST(OodScores, ExactMatchHasRatioOne) {
  const Codebook codebook(Codes::from_text({"0011", "1100"}));
  const std::vector<float> z = {-1, -0.5F, 2, 3};
  const Codes codes = binarize(z, 4);
  const CodeScore score = score_codes(codebook, {codes, z})[0];
  EXPECT_EQ(score.ratio, 1);
  EXPECT_EQ(score.distance, 0);
}

TEST(OodScores, LogitsByHand) {
  // Logits 1 + 2 = 3 and 0 - 2 + 1 = -1.
  const LinearClassifier linear{
      .weight = {1, 2, 0, -2}, .bias = {0, 1}, .class_means = {}, .class_names = {"a", "b"}};
  const std::vector<float> features = {1, 1};
  const LogitScore score = score_logits(linear, features)[0];
  EXPECT_EQ(score.label, 0);
  EXPECT_FLOAT_EQ(static_cast<float>(score.maximum), 3);
  EXPECT_NEAR(score.energy, std::log(std::exp(3) + std::exp(-1)), 1e-6);
  EXPECT_NEAR(score.probability, 1 / (1 + std::exp(-4)), 1e-6);
  expect_contains(message_of<std::invalid_argument>([&] {
                    score_logits(linear, std::vector<float>{1, 2, 3});
                  }),
                  {"2 features", "--linear"});
}

TEST(OodScores, LogitsOfManyInstancesEqualThoseOfEach) {
  const std::size_t width = 20, classes = 30, count = 101;
  const LinearClassifier linear{.weight = random_projections(width, classes, 1, 5),
                                .bias = random_projections(1, classes, 1, 6)};
  const std::vector<float> features = random_projections(width, count, 1, 7);
  const std::vector<LogitScore> scores = score_logits(linear, features);
  ASSERT_EQ(scores.size(), count);
  std::vector<std::int32_t> labels;
  for (std::size_t i = 0; i < count; ++i) {
    const auto logits = linear.logits(std::span(features).subspan(i * width, width));
    const auto best = std::ranges::max_element(logits);
    labels.push_back(static_cast<std::int32_t>(best - logits.begin()));
    EXPECT_EQ(scores[i].label, labels.back());
    EXPECT_NEAR(scores[i].maximum, *best, 1e-4);
    double sum = 0;
    for (const float logit : logits) sum += std::exp(static_cast<double>(logit));
    EXPECT_NEAR(scores[i].energy, std::log(sum), 1e-4);
    EXPECT_NEAR(scores[i].probability, std::exp(*best) / sum, 1e-4);
  }
  EXPECT_EQ(linear_accuracy(scores, labels), 1);
  EXPECT_EQ(linear_accuracy(linear, features, labels), 1);
}

TEST(OodScores, NeighboursEqualTheNaiveSort) {
  const std::size_t columns = 5;
  const std::vector<float> bank = random_projections(columns, 150, 1, 3);
  const std::size_t count = 2 * LinearScorer::kGoodBlock + 5;
  const std::vector<float> queries = random_projections(columns, count, 1, 4);
  const auto distances = neighbour_distances({queries, columns}, {bank, columns}, 7);
  const auto length = [&](const float* row) {
    double squares = 0;
    for (std::size_t i = 0; i < columns; ++i) squares += static_cast<double>(row[i]) * row[i];
    return std::sqrt(squares);
  };
  ASSERT_EQ(distances.size(), count);
  for (std::size_t q = 0; q < count; ++q) {
    std::vector<double> all;
    const float* query = queries.data() + q * columns;
    for (std::size_t b = 0; b < 150; ++b) {
      const float* row = bank.data() + b * columns;
      double squares = 0;
      for (std::size_t i = 0; i < columns; ++i) {
        squares += std::pow(query[i] / length(query) - row[i] / length(row), 2);
      }
      all.push_back(std::sqrt(squares));
    }
    std::ranges::sort(all);
    EXPECT_NEAR(distances[q], all[6], 1e-3);
  }
  expect_contains(message_of<std::invalid_argument>([&] {
                    neighbour_distances({queries, columns}, {bank, columns}, 151);
                  }),
                  {"150 reference", "151"});
}

/// Known instances around the class codes, OOD ones anywhere, both with features.
struct Problem {
  Codebook codebook{random_codes(12, 20, 5)};
  LinearClassifier linear;
  EncodedSet known = around_codes(200, 1), validation = around_codes(100, 2), ood = anywhere(80, 3),
             tuning = anywhere(60, 4);

  Problem() {
    linear.weight = to_signs(codebook.codes());
    linear.bias.assign(20, 0);
    linear.class_names = codebook.class_names();
  }

  EncodedSet finished(std::vector<float> z) const {
    EncodedSet set{binarize(z, 12), z, {}, {}};
    set.features = std::move(z);
    return set;
  }
  EncodedSet around_codes(std::size_t count, std::uint64_t seed) const {
    std::vector<float> z = random_projections(12, count, 1.2, seed);
    const std::vector<float> signs = to_signs(codebook.codes());
    for (std::size_t i = 0; i < z.size(); ++i) z[i] += 3 * signs[(i / 12 % 20) * 12 + i % 12];
    return finished(std::move(z));
  }
  EncodedSet anywhere(std::size_t count, std::uint64_t seed) const {
    return finished(random_projections(12, count, 2.5, seed));
  }
  OodData data() const {
    return {codebook, known, ood, &validation, &tuning, &linear, &validation};
  }
};

const OodRow& row(const OodTable& table, const std::string& rule, const std::string& threshold) {
  const auto found = std::ranges::find_if(
      table.rows, [&](const OodRow& r) { return r.rule == rule && r.threshold == threshold; });
  if (found == table.rows.end()) throw std::out_of_range(rule + ", " + threshold);
  return *found;
}

TEST(Ood, EveryRuleIsInTheTable) {
  const Problem problem;
  const OodTable table =
      measure_ood(problem.data(), {.neighbours = 5, .tuning_counts = {10, 1000}});
  EXPECT_EQ(table.known, 200u);
  EXPECT_EQ(table.ratio, 2.5);
  for (const char* rule : {"code probability", "code mass", "ratio", "soft maximum", "log-sum-exp",
                           "MSP", "MaxLogit", "Energy", "kNN(5)"}) {
    EXPECT_GT(row(table, rule, "rejects as many as it doubts").separation.auroc, 0.6) << rule;
  }
  EXPECT_EQ(row(table, "MSP", "mean + 1 sd of OOD").ood_samples, 50u);
  ASSERT_EQ(table.tuning.size(), 2u);
  EXPECT_EQ(table.tuning[1].samples, 60u) << "no more than there are";
  EXPECT_NEAR(table.tuning[1].deviation, 0, 1e-12) << "every draw takes all";
}

TEST(Ood, SharesToKeepAreNamedAsTheyWereGiven) {
  const Problem problem;
  for (const auto& [keep, text] :
       {std::pair(0.93, "keeps 93 % of known"), std::pair(0.9995, "keeps 99.95 % of known"),
        std::pair(0.99999, "keeps 99.999 % of known")}) {
    EXPECT_NO_THROW(row(measure_ood(problem.data(), {.keep = keep}), "MSP", text)) << text;
  }
}

TEST(Ood, ARepresentativeThresholdIsTestedAtTheRatioItWasTunedAt) {
  const Problem problem;  // 100 known and 60 OOD instances to tune on, 200 and 80 to test
  const OodTable table = measure_ood(problem.data(), {.tuning_counts = {60}});
  const Rejection tuned = *row(table, "MSP", "tuned for F1").rejection;
  EXPECT_NEAR(table.tuning[0].representative, f1_of(tuned, {.ratio = 100.0 / 60}), 1e-12);
  EXPECT_NEAR(table.tuning[0].tuned, f1_of(tuned, {.ratio = 200.0 / 80}), 1e-12);
  const Rejection ours = *row(table, "code probability", "of the model (default)").rejection;
  EXPECT_NEAR(table.tuning[0].default_rule, f1_of(ours, {.ratio = 100.0 / 60}), 1e-12);
  EXPECT_NEAR(table.tuning[0].default_whole, f1_of(ours, {.ratio = 200.0 / 80}), 1e-12);
}

TEST(Ood, FeaturesOfAnotherClassifierAreRefused) {
  Problem problem;
  problem.tuning.classifier = "0123456789abcdef";
  expect_contains(
      message_of<std::invalid_argument>([&] { measure_ood(problem.data(), {}); }),
      {"tuning instances", "another linear model", "0123456789abcdef", "encode every set"});
  problem.tuning.classifier = problem.linear.fingerprint();
  EXPECT_NO_THROW(measure_ood(problem.data(), {}));
}

TEST(Ood, TheExactRuleCountsWhatItShould) {
  const Problem problem;
  const OodTable table = measure_ood(problem.data(), {});
  const auto share_off = [&](const EncodedSet& set) {
    double off = 0;
    for (std::size_t i = 0; i < set.codes.size(); ++i) {
      bool present = false;
      for (std::size_t label = 0; label < 20; ++label) {
        present |= naive_distance(set.codes, i, problem.codebook.codes(), label) == 0;
      }
      off += !present;
    }
    return off / static_cast<double>(set.codes.size());
  };
  const OodRow& exact = row(table, "exact match", "distance 0");
  EXPECT_DOUBLE_EQ(exact.rejection->known, share_off(problem.known));
  EXPECT_DOUBLE_EQ(exact.rejection->ood, share_off(problem.ood));
  EXPECT_DOUBLE_EQ(*exact.f1, f1_of(*exact.rejection, {.ratio = 2.5}));
  EXPECT_GE(exact.best_f1, *exact.f1 - 1e-12);
}

TEST(Ood, ReadyScoresGiveTheSameTable) {
  const Problem problem;
  OodData data = problem.data();
  const OodTable whole = measure_ood(data, {.neighbours = 5});
  const std::vector<LogitScore> logits = score_logits(*data.linear, data.known.features);
  data.known_logits = logits;
  const std::vector<OodScore> scores = ood_scores(data, {.neighbours = 5});
  const OodTable table = measure_ood(scores, data.min_probability, {.neighbours = 5});
  ASSERT_EQ(table.rows.size(), whole.rows.size());
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    EXPECT_EQ(table.rows[i].rule, whole.rows[i].rule);
    EXPECT_EQ(table.rows[i].f1, whole.rows[i].f1);
    EXPECT_EQ(table.rows[i].separation.auroc, whole.rows[i].separation.auroc);
  }
  const std::vector<LogitScore> flat(logits.size());  // not computed again where they are given
  data.known_logits = flat;
  EXPECT_EQ(ood_scores(data, {.neighbours = 5})[6].test.known, std::vector<double>(200, 0));
}

TEST(Ood, HardCodesGiveTheHardRulesOnly) {
  Problem problem;
  problem.known.projections.clear();
  problem.ood.projections.clear();
  const OodTable table = measure_ood({problem.codebook, problem.known, problem.ood}, {});
  EXPECT_EQ(table.rows.size(), 3u);
  EXPECT_TRUE(table.tuning.empty());
}

TEST(Ood, MissingPartsAreNamed) {
  Problem problem;
  problem.tuning.features.clear();
  expect_contains(message_of<std::invalid_argument>([&] { measure_ood(problem.data(), {}); }),
                  {"12 features", "found 0", "--linear"});
  const EncodedSet none{Codes(12), {}, {}, {}};
  expect_contains(message_of<std::invalid_argument>([&] {
                    measure_ood({problem.codebook, problem.known, none}, {});
                  }),
                  {"200 known", "0 OOD"});
}

TEST(Detector, RulesAndCalibration) {
  const Problem problem;
  const Instances known = problem.known.instances();
  const std::vector<CodeScore> scores = score_codes(problem.codebook, known);
  const auto exact = detect(problem.codebook, known, {.rule = OodRule::kExact});
  const auto ball = detect(problem.codebook, known, {.rule = OodRule::kBall, .radius = 2});
  const auto soft = detect(problem.codebook, known, {.min_probability = 0.3});
  for (std::size_t i = 0; i < scores.size(); ++i) {
    EXPECT_EQ(exact[i].accepted, scores[i].distance == 0);
    EXPECT_EQ(ball[i].accepted, scores[i].distance <= 2);
    EXPECT_EQ(soft[i].accepted, soft[i].probability >= 0.3);
    EXPECT_EQ(soft[i].label, scores[i].label);
  }
  const double threshold = calibrated_probability(problem.codebook, known, 0.9);
  const auto kept = detect(problem.codebook, known, {.min_probability = threshold});
  EXPECT_EQ(std::ranges::count(kept, true, &Detection::accepted), 180);
  const double automatic = calibrated_probability(problem.codebook, known, kAutomaticKeep);
  const auto likely = detect(problem.codebook, known, {.min_probability = automatic});
  const auto rejected = [](const std::vector<Detection>& detections) {
    return std::ranges::count(detections, false, &Detection::accepted);
  };
  double doubt = 0;
  std::vector<Decision> decisions(known.codes.size());
  make_decoder(problem.codebook, {.decode = Decode::kSoft, .probabilities = true})
      ->decode(known, decisions);
  for (const Decision& decision : decisions) doubt += 1 - decision.probability;
  EXPECT_NEAR(rejected(likely), std::max(doubt, 10.0), 1) << "of 200";
}

TEST(Detector, AsManyKnownInstancesAreRejectedAsAreDoubted) {
  EXPECT_NEAR(share_to_keep(kAutomaticKeep, std::vector<double>{0, 0.5, 0, 0.5}), 0.75, 1e-12);
  EXPECT_NEAR(share_to_keep(kAutomaticKeep, std::vector<double>{0.1, 0.9}), 0.5, 1e-12);
  EXPECT_EQ(share_to_keep(kAutomaticKeep, std::vector<double>{0, 0, 0}), 1 - kLeastRejected);
  EXPECT_GT(share_to_keep(kAutomaticKeep, std::vector<double>{1, 1, 1}), 0) << "never nothing";
  EXPECT_EQ(share_to_keep(0.9, std::vector<double>{0.5, 0.5}), 0.9) << "as asked for";
  EXPECT_THROW(share_to_keep(kAutomaticKeep, {}), std::invalid_argument);
}

TEST(Detector, AModelKeepsItsThreshold) {
  const TemporaryFolder folder;
  const auto with = [&](const std::string& value) {
    ContainerWriter writer("llcodes.model", 1);
    if (!value.empty()) writer.set(kThresholdKey, value);
    Codebook(Codes::from_text({"01", "10"}), {"ant", "bee"}).save(writer);
    writer.write(folder / "model.llc");
    return own_threshold(Container::open(folder / "model.llc"));
  };
  EXPECT_EQ(with("0.25"), 0.25);
  EXPECT_EQ(with(""), std::nullopt);
  for (const char* bad : {"0", "1.5", "-1", "nan", "0.2x", "much"}) {
    expect_contains(message_of<FormatError>([&] { with(bad); }), {"known_probability"});
  }
}

TEST(Detector, SoftRulesNeedProjections) {
  const Problem problem;
  expect_contains(message_of<std::invalid_argument>(
                      [&] { detect(problem.codebook, {problem.known.codes}, {}); }),
                  {"projections", "exact or ball"});
  EXPECT_EQ(detect(problem.codebook, {problem.known.codes}, {.rule = OodRule::kExact}).size(),
            200u);
  expect_contains(message_of<std::invalid_argument>([] { ood_rule_from_name("odd"); }), {"'odd'"});
}

}  // namespace
}  // namespace llcodes
