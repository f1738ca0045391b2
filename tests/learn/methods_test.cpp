// Codebooks, rivals, transfer and the other options through the whole loop.
#include <gtest/gtest.h>

#include <atomic>

#include "llcodes/core/file.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/learn/codebooks/cca.h"
#include "llcodes/learn/codebooks/code_pools.h"
#include "llcodes/learn/mixup.h"
#include "llcodes/learn/model_file.h"
#include "llcodes/learn/phases.h"
#include "llcodes/learn/train.h"
#include "llcodes/model.h"
#include "small_problem.h"

namespace llcodes {
namespace {

class MethodsTest : public TrainTest {
 protected:
  TrainResult run(const std::string& name, const TrainOptions& options) {
    return train(options, data_, folder_ / name, false, {});
  }

  double hamming_accuracy(const fs::path& path) {
    const Model model = Model::load(path);
    const EncodedSet set = model.encode(*data_.test);
    const AccuracyTable table = measure_accuracy(model.codebook(), set.instances(), set.labels);
    for (const auto& row : table.rows) {
      if (row.decoder == "MHD") return row.accuracy;
    }
    return 0;
  }

  /// Stops after each step and resumes; the models must equal those of the unbroken run.
  void expect_resumable(const std::string& name, const TrainOptions& options) {
    SCOPED_TRACE(name);
    run(name, options);
    std::atomic<bool> stop = true;
    bool finished = false, resume = false;
    while (!finished) {
      finished =
          train(options, data_, folder_ / (name + "-parts"), resume, {.stop = &stop}).finished;
      resume = true;
    }
    EXPECT_EQ(read_text(folder_ / name / "model.llc"),
              read_text(folder_ / (name + "-parts") / "model.llc"));
  }

  DataBundle data_ = small_data();
};

TEST_F(MethodsTest, EveryRivalLearns) {
  for (const char* method : {"hashnet", "greedyhash", "csq", "orthohash", "real"}) {
    SCOPED_TRACE(method);
    TrainOptions options = quick_options();
    options.method = method;
    options.bits = 8;
    options.rival = {12, 0.1};
    const TrainResult result = run(method, options);
    ASSERT_TRUE(result.finished);
    if (std::string(method) != "real")
      EXPECT_GT(hamming_accuracy(result.model), 0.8);
    else
      EXPECT_GT(result.soft_validation, 0.9);
  }
}

TEST_F(MethodsTest, EveryCodebookCanBeFixed) {
  for (const char* codebook :
       {"random", "svd", "svd-plain", "cca", "cca-ridge", "max-distance", "algebraic"}) {
    SCOPED_TRACE(codebook);
    TrainOptions options = quick_options();
    options.codebooks.codebook = codebook;
    const TrainResult result = run(codebook, options);
    EXPECT_GT(hamming_accuracy(result.model), 0.8);
    EXPECT_EQ(Model::load(result.model).codebook().statistics().unique_codes, 12u);
  }
}

TEST_F(MethodsTest, ARidgeMakesDoWithFewerComponentsThanBits) {
  TrainOptions options = quick_options();
  options.bits = 16;  // 12 classes have 11 components
  options.codebooks.codebook = "cca";
  EXPECT_THROW(run("cca", options), std::invalid_argument);
  options.codebooks.codebook = "cca-ridge";
  EXPECT_GT(hamming_accuracy(run("cca-ridge", options).model), 0.8);
}

TEST(Phases, PhaseOneDoesWithoutTheClassifierOfItsDefaultStart) {
  const auto phases = [](TrainOptions options) {
    options.warm_start = false;
    return planned_phases(options);
  };
  const std::vector<Phase> codes = {Phase::kCodebook, Phase::kInstance};
  const std::vector<Phase> all = {Phase::kLinear, Phase::kCodebook, Phase::kInstance};
  EXPECT_EQ(phases({}), codes);
  EXPECT_EQ(phases({.codebook_start = "svd"}), codes);
  EXPECT_EQ(phases({.codebook_start = "cca"}), all) << "asked for by name";
  const std::vector<Phase> fixed = {Phase::kLinear, Phase::kInstance};
  EXPECT_EQ(phases({.codebooks = {.codebook = "cca-ridge"}}), fixed);
}

TEST_F(MethodsTest, AFixedCodebookStaysAsItIs) {
  TrainOptions options = quick_options();
  options.codebooks.codebook = "random";
  const TrainResult result = run("random", options);
  const Codes codes = random_codes({.num_bits = 6, .num_classes = 12, .seed = 1});
  EXPECT_EQ(Model::load(result.model).codebook().codes(), codes);
  // By name from a model, whatever the order of its classes.
  options.codebooks.codebook = result.model.string();
  std::swap(data_.class_names[0], data_.class_names[5]);
  const Codebook taken = Model::load(run("taken", options).model).codebook();
  EXPECT_EQ(to_text(taken.codes()[0], 6), to_text(codes[5], 6));
  EXPECT_EQ(to_text(taken.codes()[1], 6), to_text(codes[1], 6));
}

TEST_F(MethodsTest, WordsOfAPoolCanBeAssignedByMeaning) {
  TrainOptions options = quick_options();
  options.codebooks.codebook = "algebraic";
  options.codebooks.assignment = "semantic";
  EXPECT_GT(hamming_accuracy(run("semantic", options).model), 0.8);
}

TEST_F(MethodsTest, PhaseOneMayStartFromAnyCodebook) {
  for (const char* start : {"cca", "algebraic", "random"}) {
    SCOPED_TRACE(start);
    TrainOptions options = quick_options();
    options.codebook_start = start;
    EXPECT_GT(hamming_accuracy(run(start, options).model), 0.8);
  }
}

TEST_F(MethodsTest, PrefixesOfNestedCodesAreCodebooks) {
  TrainOptions options = quick_options();
  options.bits = 10;
  options.codebooks.nested = "5,7";
  options.codebooks.nested_weights = "1,1,2";
  options.phase1.epochs = 8;
  const TrainResult result = run("nested", options);
  const Codes whole = Model::load(result.model).codebook().codes();
  for (const int bits : {5, 7}) {
    const fs::path path = folder_ / "nested" / ("model-" + std::to_string(bits) + ".llc");
    const Codebook codebook = Model::load(path).codebook();
    EXPECT_EQ(codebook.statistics().unique_codes, 12u);
    EXPECT_EQ(to_text(codebook.codes()[3], bits), to_text(whole[3], 10).substr(0, bits));
    EXPECT_GT(hamming_accuracy(path), 0.75) << bits;
  }
  options.codebooks.nested = "3";
  options.codebooks.nested_weights = "";
  EXPECT_THROW(run("too-short", options), std::invalid_argument) << "12 classes in 3 bits";
  options.codebooks.nested = "12";
  EXPECT_THROW(run("too-long", options), std::invalid_argument);
}

TEST_F(MethodsTest, AFrozenBackboneDoesNotMove) {
  TrainOptions options = quick_options();
  options.hidden_layers = 2;
  options.method = "linear";
  const fs::path linear = run("linear", options).linear;
  options.method = "llc";
  options.transfer.start_from = linear.string();
  options.transfer.freeze_layers = {"all"};
  const TrainResult frozen = run("frozen", options);
  EXPECT_EQ(frozen.linear, linear);
  const auto first_backbone = ModelParts::load(linear).backbone;
  const auto same = [&](const fs::path& path, const std::string& name) {
    return torch::equal(ModelParts::load(path).backbone->named_parameters()[name],
                        first_backbone->named_parameters()[name]);
  };
  EXPECT_TRUE(same(frozen.model, "layers.1.weight"));
  EXPECT_TRUE(same(frozen.model, "layers.4.weight"));
  EXPECT_TRUE(torch::equal(ModelParts::load(frozen.model).backbone->buffers()[0],
                           first_backbone->buffers()[0]))
      << "batch norm's means";
  options.transfer.freeze_layers = {"all-but-1"};
  const TrainResult half = run("half", options);
  EXPECT_TRUE(same(half.model, "layers.1.weight"));
  EXPECT_FALSE(same(half.model, "layers.4.weight"));
  // The probe: a linear classifier on the codes' backbone.
  options.transfer = {.start_from = half.model.string(), .freeze_layers = {"all"}};
  options.method = "linear";
  EXPECT_GT(run("probe", options).linear_validation, 0.8);
}

TEST_F(MethodsTest, AnotherNetworkIsRefusedWithTheOptionsThatAgree) {
  TrainOptions options = quick_options();
  options.method = "linear";
  const fs::path linear = run("linear", options).linear;
  const std::string hidden = std::to_string(options.hidden);
  options.transfer.start_from = linear.string();
  options.features = 77;  // an MLP has no such layer
  EXPECT_TRUE(run("same", options).finished);
  options.hidden = 16;
  try {
    run("other", options);
    FAIL() << "16 neurons took over " << hidden;
  } catch (const std::invalid_argument& error) {
    EXPECT_TRUE(std::string(error.what()).ends_with("give --hidden " + hidden)) << error.what();
  }
}

TEST_F(MethodsTest, BackboneRateZeroKeepsTheWeights) {
  TrainOptions options = quick_options();
  options.method = "linear";
  const fs::path linear = run("linear", options).linear;
  options.method = "llc";
  options.weight_decay = 0;
  options.transfer = {.start_from = linear.string(), .backbone_rate = 0};
  const TrainResult result = run("codes", options);
  EXPECT_TRUE(torch::equal(ModelParts::load(result.model).backbone->parameters()[0],
                           ModelParts::load(linear).backbone->parameters()[0]));
}

TEST_F(MethodsTest, TrainsOnAFixedNumberOfInstancesAClass) {
  TrainOptions options = quick_options();
  options.method = "linear";
  options.transfer.train_per_class = 5;
  options.batch_size = 60;
  run("few", options);
  const std::string last = read_lines(folder_ / "few" / "metrics.csv").back();
  EXPECT_EQ(last.substr(0, 11), "linear,2,2,")
      << "12 x 5 instances are one step an epoch: " << last;
}

/// Dropout, mixup and the mean of the weights must survive a stop after each step.
TEST_F(MethodsTest, EveryOptionResumesBitForBit) {
  TrainOptions options = quick_options();
  options.linear.epochs = options.phase1.epochs = 1;
  options.phase2.epochs = 2;
  options.objective = {.score_cosine = true,
                       .score_margin = 0.1,
                       .distance_weight = 0.1,
                       .bit_smoothing = 0.05,
                       .bit_margin = 0.1,
                       .bit_balance = 0.1,
                       .class_loss = 0.5,
                       .feature_dropout = 0.2,
                       .mixup = 0.5,
                       .average = 0.9};
  expect_resumable("all", options);
  options = quick_options();
  options.linear.epochs = 1;
  options.method = "greedyhash";
  options.rival = {2, 0.1};
  expect_resumable("greedyhash", options);
  options.method = "llc";
  options.phase2.epochs = 1;
  options.codebooks.codebook = "cca";
  expect_resumable("cca", options);
}

/// An option that is switched on changes what the model computes, and it still learns.
TEST_F(MethodsTest, TheMeanOfTheWeightsAndTheClassLossReachTheModel) {
  TrainOptions plain = quick_options();
  plain.objective.average = 0;
  TrainOptions averaged = plain, classified = plain;
  averaged.objective.average = 0.9;
  classified.objective.class_loss = 3;
  const auto projections = [&](const std::string& name, const TrainOptions& options) {
    const TrainResult result = run(name, options);
    EXPECT_GT(hamming_accuracy(result.model), 0.8) << name;
    return Model::load(result.model).encode(*data_.test).projections;
  };
  const std::vector<float> without = projections("plain", plain);
  EXPECT_NE(projections("averaged", averaged), without);
  EXPECT_NE(projections("classified", classified), without);
}

/// Phase 1 that leaves its start as it is learns nothing: C has to move.
TEST_F(MethodsTest, Phase1LearnsCodesOtherThanItsStart) {
  const auto codes = [&](const std::string& name, const TrainOptions& options) {
    return Model::load(run(name, options).model).codebook().codes();
  };
  TrainOptions start = quick_options(), still = start, moving = start;
  // One linear phase, whatever follows it.
  start.schedule_epochs = still.schedule_epochs = moving.schedule_epochs = 20;
  start.codebooks.codebook = start.codebook_start;
  const Codes given = codes("start", start);
  still.codebook_rate = 0;
  EXPECT_EQ(codes("still", still), given);
  moving.codebook_rate = 100;
  moving.phase1.epochs = 4;
  EXPECT_NE(codes("moving", moving), given);
}

TEST_F(MethodsTest, RefusesWhatHasNoEffectOrNoSource) {
  TrainOptions options = quick_options();
  options.transfer.freeze_layers = {"all"};
  EXPECT_THROW(run("freeze", options), std::invalid_argument);
  options = quick_options();
  options.codebooks.codebook = "nowhere.llc";
  EXPECT_THROW(run("nowhere", options), std::invalid_argument);
  options.codebooks.codebook = "svd";
  options.method = "hashnet";
  EXPECT_THROW(run("hashnet", options), std::invalid_argument) << "it has no centres";
  options.method = "llc";
  options.linear.epochs = 0;
  EXPECT_THROW(run("svd", options), std::invalid_argument) << "no classifier";
}

/// Two classes on a line through two dimensions: the one component must tell them apart whatever
/// the scale of the dimensions, and three shares must not matter.
TEST(Cca, SeparatesTheClassesThatTheFeaturesSeparate) {
  torch::manual_seed(3);
  const torch::Tensor labels = torch::randint(4, {400}, torch::kInt64);
  torch::Tensor features = torch::randn({400, 3}) * 0.1;
  features.select(1, 0) += 1000 * torch::where(labels < 2, 1.0, -1.0);
  features.select(1, 1) += torch::where(labels % 2 == 0, 0.5, -0.5);
  const torch::Tensor classes = cca_class_embedding(features, labels, 4, 2, 1e-4).sign();
  for (int a = 0; a < 4; ++a) {
    for (int b = 0; b < a; ++b) EXPECT_FALSE(torch::equal(classes[a], classes[b])) << a << b;
  }
  EXPECT_THROW(cca_class_embedding(features, labels, 4, 4, 1e-4), std::invalid_argument);
}

/// One dimension tells (0, 1) from (2, 3) surely by a tiny difference, the other (0, 2) from (1, 3)
/// roughly by a large one: correlation prefers the sure one, a ridge the large one.
TEST(Cca, ARidgeDistrustsDirectionsOfLittleVariance) {
  torch::manual_seed(4);
  const torch::Tensor labels = torch::randint(4, {2000}, torch::kInt64);
  torch::Tensor features = torch::randn({2000, 2}) * torch::tensor({0.001, 2.0});
  features.select(1, 0) += torch::where(labels < 2, 0.01, -0.01);
  features.select(1, 1) += torch::where(labels % 2 == 0, 2.0, -2.0);
  const auto first_bit = [&](double ridge) {
    const torch::Tensor bits = cca_class_embedding(features, labels, 4, 1, ridge).squeeze(1) > 0;
    return bits[0].item<bool>() ? bits : bits.logical_not();
  };
  EXPECT_TRUE(torch::equal(first_bit(1e-6), torch::tensor({true, true, false, false})));
  EXPECT_TRUE(torch::equal(first_bit(1), torch::tensor({true, false, true, false})));
}

TEST(Mixup, SharesFollowBetaAndThePartnersAreAPermutation) {
  double sum = 0, squares = 0;
  constexpr int kDraws = 4000;
  for (int i = 0; i < kDraws; ++i) {
    const Mixture mixture = draw_mixture(0.5, 8, static_cast<std::uint64_t>(i));
    sum += mixture.share;
    squares += mixture.share * mixture.share;
    EXPECT_EQ(std::get<0>(mixture.partners.sort())[7].item<int>(), 7);
  }
  const double mean = sum / kDraws, variance = squares / kDraws - mean * mean;
  EXPECT_NEAR(mean, 0.5, 0.03);
  EXPECT_NEAR(variance, 1 / (4 * (2 * 0.5 + 1)), 0.01);  // of Beta(a, a)
}

}  // namespace
}  // namespace llcodes
