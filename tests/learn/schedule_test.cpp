// One schedule through all phases: backbone and classifier learn as if codes came for nothing.
#include <gtest/gtest.h>

#include "llcodes/core/container.h"
#include "llcodes/core/file.h"
#include "llcodes/learn/checkpoint.h"
#include "llcodes/learn/model_file.h"
#include "llcodes/learn/phases.h"
#include "llcodes/learn/train.h"
#include "llcodes/model.h"
#include "small_problem.h"

namespace llcodes {
namespace {

TEST(OneSchedule, SpansTheLinearPhaseAndThoseOfCodes) {
  TrainOptions options = quick_options();  // 2 + 4 + 6 epochs
  EXPECT_EQ(epochs_throughout(options), 12);
  EXPECT_EQ(epochs_before(Phase::kLinear, options), 0);
  EXPECT_EQ(epochs_before(Phase::kCodebook, options), 2);
  EXPECT_EQ(epochs_before(Phase::kInstance, options), 6);
  options.codebooks.codebook = "random";
  EXPECT_EQ(epochs_throughout(options), 8) << "phase 1 is left out";
  EXPECT_EQ(epochs_before(Phase::kInstance, options), 2);
}

TEST(OneSchedule, IsForCodesThatGoOnFromTheLinearPhase) {
  TrainOptions linear = quick_options(), cold = linear, taken_over = linear, rival = linear;
  linear.method = "linear";
  cold.warm_start = false;
  cold.reference = true;
  taken_over.transfer.start_from = "model.llc";
  rival.method = "csq";
  TrainOptions finished = quick_options();
  finished.objective.class_loss = 0;  // a classifier that stops learning must have come to an end
  for (const TrainOptions& options : {linear, cold, taken_over, rival, finished}) {
    EXPECT_EQ(epochs_throughout(options), 0);
    EXPECT_NO_THROW(check_schedule(options));
  }
  EXPECT_EQ(epochs_throughout(recipe_options("paper")), 0);
  EXPECT_EQ(epochs_throughout(recipe_options("features")), 0);
  // A start that another run has brought half way: what is left ends the schedule.
  taken_over.schedule_epochs = 15;
  EXPECT_EQ(epochs_before(Phase::kCodebook, taken_over), 5);
  EXPECT_EQ(epochs_before(Phase::kInstance, taken_over), 9);
  taken_over.method = "linear";
  EXPECT_EQ(epochs_before(Phase::kLinear, taken_over), 13);
}

TEST(OneSchedule, ThatDoesNotFitThePhasesIsRefused) {
  TrainOptions options = quick_options();
  options.schedule_epochs = 12;
  EXPECT_NO_THROW(check_schedule(options));
  options.schedule_epochs = 11;
  EXPECT_THROW(check_schedule(options), std::invalid_argument);
  options.schedule_epochs = 40;
  options.method = "hashnet";
  EXPECT_THROW(check_schedule(options), std::invalid_argument);
}

/// The classifier in linear.llc is the one that learnt to the end, on the model's own features.
TEST_F(TrainTest, TheClassifierOfOneScheduleIsThatOfTheModel) {
  const auto parts_of = [&](std::int64_t epochs, const std::string& name) {
    TrainOptions options = quick_options();
    options.schedule_epochs = epochs;
    const TrainResult result = train(options, small_data(), folder_ / name, false, {});
    return std::pair(ModelParts::load(result.model), ModelParts::load(result.linear));
  };
  const auto [model, linear] = parts_of(kWholeRun, "one");
  EXPECT_TRUE(torch::equal(model.classifier_weight, linear.weight));
  const torch::Tensor means =
      read_tensor(Container::open(folder_ / "one" / "linear.llc"), "class_means");
  EXPECT_TRUE(torch::allclose(model.known.directions, torch::nn::functional::normalize(means)));
  const auto [own_model, own_linear] = parts_of(0, "own");
  EXPECT_FALSE(torch::equal(own_model.classifier_weight, own_linear.weight));
  const std::vector<std::string> lines = read_lines(folder_ / "one" / "metrics.jsonl");
  EXPECT_NE(lines.at(11).find("\"linear\":"), std::string::npos) << lines.at(11);
}

/// Where the schedule stands still, backbone and classifier do, however fast codes learn.
TEST_F(TrainTest, OneScheduleMovesBackboneAndClassifierInAllPhases) {
  TrainOptions options = quick_options();
  options.linear.learning_rate = 0;
  const DataBundle data = small_data();
  const ModelParts codes =
      ModelParts::load(train(options, data, folder_ / "codes", false, {}).model);
  options.method = "linear";
  const ModelParts linear =
      ModelParts::load(train(options, data, folder_ / "none", false, {}).linear);
  EXPECT_TRUE(torch::equal(codes.classifier_weight, linear.weight));
}

TEST_F(TrainTest, TheAccuracyOfTheClassifierIsThatOfItsFile) {
  for (const std::int64_t epochs : {kWholeRun, std::int64_t{0}}) {
    TrainOptions options = quick_options();
    options.schedule_epochs = epochs;
    const DataBundle data = small_data();
    const fs::path folder = folder_ / std::to_string(epochs);
    const TrainResult result = train(options, data, folder, false, {});
    const auto labels = Model::load(result.linear).classify_linear(*data.validation);
    double right = 0;
    for (std::size_t i = 0; i < labels.size(); ++i) right += labels[i] == data.validation->label(i);
    EXPECT_NEAR(*result.linear_validation, right / static_cast<double>(labels.size()), 1e-9);
  }
}

/// A run in two parts, the linear phase by itself first, gives the same bytes.
TEST_F(TrainTest, OneScheduleGoesOnFromALinearPhaseOfAnotherRun) {
  const DataBundle data = small_data();
  TrainOptions whole = quick_options(), linear = whole, codes = whole;
  linear.method = "linear";
  linear.schedule_epochs = codes.schedule_epochs = 12;
  codes.transfer.start_from = train(linear, data, folder_ / "linear", false, {}).linear;
  const ModelParts once = ModelParts::load(train(whole, data, folder_ / "whole", false, {}).model);
  const ModelParts twice = ModelParts::load(train(codes, data, folder_ / "codes", false, {}).model);
  EXPECT_TRUE(torch::equal(once.weight, twice.weight));
  EXPECT_TRUE(torch::equal(once.classifier_weight, twice.classifier_weight));
  EXPECT_EQ(once.codebook->codes(), twice.codebook->codes());
}

}  // namespace
}  // namespace llcodes
