// The whole loop on a small problem: it learns, it is deterministic, and a run that is stopped at
// any step goes on bit for bit.
#include "llcodes/learn/train.h"

#include <gtest/gtest.h>

#include <atomic>

#include "llcodes/core/answer_reader.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/eval/detector.h"
#include "llcodes/eval/ood_scores.h"
#include "llcodes/eval/temperature.h"
#include "llcodes/learn/model_file.h"
#include "llcodes/learn/network.h"
#include "llcodes/model.h"
#include "small_problem.h"

namespace llcodes {
namespace {

std::string bytes_of(const fs::path& path) { return read_text(path); }

TEST_F(TrainTest, LearnsCodesThatDecode) {
  const DataBundle data = small_data();
  const TrainResult result = train(quick_options(), data, folder_ / "run", false, {});
  ASSERT_TRUE(result.finished);
  const Model model = Model::load(result.model);
  const EncodedSet set = model.encode(*data.test);
  const AccuracyTable table = measure_accuracy(model.codebook(), set.instances(), set.labels);
  EXPECT_EQ(table.codebook.unique_codes, static_cast<std::size_t>(kClasses));
  for (const auto& row : table.rows) {
    const bool whole = row.decoder == "soft" || row.decoder == "MHD";
    EXPECT_GT(row.accuracy, whole ? 0.9 : 0.5) << row.decoder;
  }
  const Model linear = Model::load(result.linear);
  const auto labels = linear.classify_linear(*data.test);
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) right += labels[i] == data.test->label(i);
  EXPECT_GT(static_cast<double>(right) / static_cast<double>(labels.size()), 0.9);
  // The last layer without the network, on the features that the network gives.
  const auto scores =
      score_logits(LinearClassifier::load(result.linear), linear.features(*data.test));
  ASSERT_EQ(scores.size(), labels.size());
  for (std::size_t i = 0; i < labels.size(); ++i) EXPECT_EQ(scores[i].label, labels[i]);
}

TEST_F(TrainTest, TheLinearModelKeepsTheMeanFeaturesOfTheClasses) {
  const DataBundle data = small_data();
  const fs::path path = train(quick_options(), data, folder_ / "run", false, {}).linear;
  const std::vector<float> features = Model::load(path).features(*data.train);
  const LinearClassifier linear = LinearClassifier::load(path);
  const std::size_t width = linear.num_features();
  ASSERT_EQ(linear.class_means.size(), kClasses * width);
  std::vector<double> means(kClasses * width), middle(width);
  const double per_class = static_cast<double>(data.train->size()) / kClasses;
  for (std::size_t i = 0; i < features.size(); ++i) {
    const auto label = static_cast<std::size_t>(data.train->label(i / width));
    means[label * width + i % width] += features[i] / per_class;
    middle[i % width] += features[i] / static_cast<double>(data.train->size());
  }
  for (std::size_t i = 0; i < means.size(); ++i) {
    EXPECT_NEAR(linear.class_means[i], means[i] - middle[i % width], 1e-4);
  }
}

TEST_F(TrainTest, AClassifierThatDoesNotFitIsRefused) {
  const fs::path path = train(quick_options(), small_data(), folder_ / "run", false, {}).model;
  ModelParts parts = ModelParts::load(path);
  ASSERT_EQ(parts.classifier_weight.size(0), kClasses);
  ASSERT_EQ(parts.answer.size(0), quick_options().bits);
  const auto refusal = [&](const ModelParts& altered) {
    altered.save(folder_ / "altered.llc");
    try {
      ModelParts::load(folder_ / "altered.llc");
    } catch (const FormatError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(refusal(parts), "");
  ModelParts narrow = parts;
  narrow.classifier_weight = parts.classifier_weight.narrow(1, 0, 5).contiguous();
  EXPECT_NE(refusal(narrow).find("classifier.weight"), std::string::npos) << refusal(narrow);
  narrow = parts;
  narrow.answer = parts.answer.narrow(0, 0, 3).contiguous();
  EXPECT_NE(refusal(narrow).find("answer.weight"), std::string::npos) << refusal(narrow);
  narrow = parts;
  narrow.known.directions = parts.known.directions.narrow(0, 0, 2).contiguous();
  EXPECT_NE(refusal(narrow).find("classifier.directions"), std::string::npos) << refusal(narrow);
}

/// The reader without libtorch computes what the network does, from the network's features.
TEST_F(TrainTest, AnswersAreReadWithoutTheNetwork) {
  const DataBundle data = small_data();
  const fs::path path = train(quick_options(), data, folder_ / "run", false, {}).model;
  const Model model = Model::load(path);
  const auto reader = AnswerReader::load(path);
  ASSERT_TRUE(reader);
  const std::vector<float> expected = model.encode(*data.test).projections;
  const std::vector<float> found = reader->projections(model.features(*data.test));
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) EXPECT_NEAR(found[i], expected[i], 1e-3);
}

TEST_F(TrainTest, CodesOfTheFeaturesAloneHaveNoClassifier) {
  TrainOptions options = quick_options();
  options.answer = 0;
  const fs::path path = train(options, small_data(), folder_ / "run", false, {}).model;
  EXPECT_FALSE(AnswerReader::load(path));
  EXPECT_FALSE(ModelParts::load(path).classifier_weight.defined());
}

/// Without the network: mean of the largest logits and of the features, of validation instances.
TEST_F(TrainTest, TheModelKnowsWhatItIsUsedTo) {
  const DataBundle data = small_data();
  const fs::path path = train(quick_options(), data, folder_ / "run", false, {}).model;
  const ModelParts parts = ModelParts::load(path);
  std::vector<float> values = Model::load(path).features(*data.validation);
  const auto width = static_cast<std::int64_t>(parts.known.feature_mean.numel());
  const torch::Tensor features =
      torch::from_blob(values.data(), {static_cast<std::int64_t>(values.size()) / width, width});
  EXPECT_TRUE(torch::allclose(parts.known.feature_mean, features.mean(0), 1e-3, 1e-4));
  const torch::Tensor logits =
      torch::mm(features, parts.classifier_weight.t()) + parts.classifier_bias;
  EXPECT_NEAR(parts.usual_logit.item<float>(), std::get<0>(logits.max(1)).mean().item<float>(),
              1e-3);
}

/// Every fourth instance bears the name of the next class.
class Mislabelled : public SubsetDataset {
 public:
  using SubsetDataset::SubsetDataset;
  std::int32_t label(std::size_t index) const override {
    const std::int32_t right = SubsetDataset::label(index);
    return index % 4 == 0 ? (right + 1) % kClasses : right;
  }
};

TEST_F(TrainTest, PosteriorsAreAsSureAsValidationAllows) {
  DataBundle data = small_data();
  std::vector<std::uint32_t> all(data.validation->size());
  for (std::uint32_t i = 0; i < all.size(); ++i) all[i] = i;
  const auto learnt_without = train(quick_options(), data, folder_ / "sure", false, {});
  data.validation = std::make_shared<Mislabelled>(data.validation, all);
  const auto learnt_with = train(quick_options(), data, folder_ / "doubtful", false, {});
  const auto temperature = [&](const fs::path& model) {
    const Model loaded = Model::load(model);
    return best_temperature(loaded.codebook(), loaded.encode(*data.validation).projections,
                            labels_of(*data.validation));
  };
  EXPECT_GT(temperature(learnt_without.model), 1.2);
  EXPECT_NEAR(temperature(learnt_with.model), 1, 1e-3);
}

/// The threshold of OOD detection rejects as many validation instances as the model doubts, or the
/// least share.
TEST_F(TrainTest, AModelKeepsTheThresholdOfItsValidationData) {
  const DataBundle data = small_data();
  const TrainResult result = train(quick_options(), data, folder_ / "run", false, {});
  const std::optional<double> threshold = own_threshold(Container::open(result.model));
  ASSERT_TRUE(threshold);
  const Model model = Model::load(result.model);
  const EncodedSet validation = model.encode(*data.validation);
  const auto kept = [&](double least) {
    const auto found = detect(model.codebook(), validation.instances(), {.min_probability = least});
    return static_cast<double>(std::ranges::count(found, true, &Detection::accepted)) /
           static_cast<double>(found.size());
  };
  std::vector<double> doubts;
  for (const CodeScore& score : score_codes(model.codebook(), validation.instances())) {
    doubts.push_back(doubt_of(score));
  }
  const double wanted = share_to_keep(kAutomaticKeep, doubts);
  EXPECT_GT(wanted, 0.5);
  EXPECT_GE(kept(*threshold * 0.999), wanted);
  EXPECT_LT(kept(*threshold * 1.001), wanted);
}

TEST_F(TrainTest, RunFolderHoldsWhatAReaderNeeds) {
  train(quick_options(), small_data(), folder_ / "run", false, {});
  for (const char* name :
       {"args.toml", "env.json", "metrics.csv", "metrics.jsonl", "curves.svg",
        "events.out.tfevents.0.llcodes", "last.ckpt", "linear.llc", "model.llc"}) {
    EXPECT_TRUE(fs::exists(folder_ / "run" / name)) << name;
  }
  EXPECT_EQ(read_lines(folder_ / "run" / "metrics.csv").size(), 1u + 2 + 4 + 6);
  EXPECT_EQ(load_train_options(folder_ / "run").bits, 6);
}

TEST_F(TrainTest, EqualRunsGiveEqualFiles) {
  const DataBundle data = small_data();
  train(quick_options(), data, folder_ / "a", false, {});
  TrainOptions more_workers = quick_options();
  more_workers.workers = 3;
  train(more_workers, data, folder_ / "b", false, {});
  // The files also say how they were trained, so what they compute is compared.
  TrainOptions other_seed = quick_options();
  other_seed.seed = 2;
  train(other_seed, data, folder_ / "c", false, {});
  const Model a = Model::load(folder_ / "a" / "model.llc"),
              b = Model::load(folder_ / "b" / "model.llc"),
              c = Model::load(folder_ / "c" / "model.llc");
  EXPECT_EQ(a.encode(*data.test).projections, b.encode(*data.test).projections);
  EXPECT_NE(a.encode(*data.test).projections, c.encode(*data.test).projections);
}

/// Stops after every single step, resumes, and compares the finished files with an unbroken run's.
TEST_F(TrainTest, StoppedAtEveryStepEqualsTheUnbrokenRun) {
  const DataBundle data = small_data();
  train(quick_options(), data, folder_ / "whole", false, {});
  std::atomic<bool> stop = true;
  bool finished = false, resume = false;
  int parts = 0;
  while (!finished) {
    ASSERT_LT(++parts, 200);
    finished = train(quick_options(), data, folder_ / "parts", resume, {.stop = &stop}).finished;
    resume = true;
  }
  EXPECT_EQ(parts, 6 * (2 + 4 + 6) + 1);
  for (const char* name : {"linear.llc", "model.llc"}) {
    EXPECT_EQ(bytes_of(folder_ / "whole" / name), bytes_of(folder_ / "parts" / name)) << name;
  }
  EXPECT_EQ(read_lines(folder_ / "parts" / "metrics.csv").size(), 1u + 2 + 4 + 6);
}

TEST_F(TrainTest, AMeanOfWeightsCannotBeginInTheMiddle) {
  std::atomic<bool> stop = true;
  train(quick_options(), small_data(), folder_ / "run", false, {.stop = &stop});
  TrainOptions options = quick_options();
  options.objective.average = 0.9;
  EXPECT_THROW(train(options, small_data(), folder_ / "run", true, {.stop = &stop}),
               std::invalid_argument);
}

TEST_F(TrainTest, PaperRecipeRuns) {
  TrainOptions options = recipe_options("paper");
  options.bits = 6;
  options.hidden = 32;
  options.hidden_layers = 1;
  options.batch_size = 40;
  options.phase1.epochs = 6;
  options.phase2.epochs = 2;
  const TrainResult result = train(options, small_data(), folder_ / "run", false, {});
  EXPECT_TRUE(result.finished);
  EXPECT_TRUE(result.linear.empty());
}

TEST_F(TrainTest, RecipeFeaturesNeedsNoClassifierToEncode) {
  TrainOptions options = recipe_options("features");
  options.bits = 6;
  options.hidden = 32;
  options.hidden_layers = 1;
  options.batch_size = 40;
  options.linear.epochs = options.phase1.epochs = options.phase2.epochs = 2;
  const fs::path path = train(options, small_data(), folder_ / "run", false, {}).model;
  EXPECT_FALSE(AnswerReader::load(path));
}

/// Codes read what the classifier answers; their losses alone must not change what it answers.
TEST_F(TrainTest, CodesDoNotTeachTheClassifier) {
  TrainOptions options = quick_options();
  options.objective.class_loss = 0;
  ASSERT_GT(options.answer, 0);
  const DataBundle data = small_data();
  Network network(backbone_options(options, data.train->shape()), kClasses, options);
  const torch::Tensor input = torch::randn({8, kDimension});
  const torch::Tensor labels = torch::arange(8) % kClasses;
  for (const Phase phase : {Phase::kCodebook, Phase::kInstance}) {
    network.zero_grad();
    network.loss(phase, {input, labels, 0, 1}).backward();
    EXPECT_FALSE(network.linear->fc->weight.grad().defined());
    EXPECT_GT(network.code->projection->weight.grad().abs().max().item<float>(), 0);
  }
}

TEST_F(TrainTest, PicturesGoThroughTheResidualNetwork) {
  DataBundle data = small_data();
  std::vector<std::uint8_t> pixels;
  std::vector<std::int32_t> labels;
  for (std::uint64_t i = 0; i < 64; ++i) {
    Random random(5, 0, i);
    const auto label = static_cast<std::int32_t>(i % 4);
    for (int p = 0; p < 3 * 16 * 16; ++p) {
      pixels.push_back(static_cast<std::uint8_t>(random.below(100) + (p % 4 == label ? 150 : 0)));
    }
    labels.push_back(label);
  }
  data.class_names.resize(4);
  data.train =
      std::make_shared<MemoryDataset>(InputShape{true, 3, 16, 16}, pixels, labels, "stripes");
  data.validation = data.train;
  data.test = data.train;
  data.normalization = measure_normalization(*data.train);
  TrainOptions options = quick_options();
  options.bits = 3;
  options.width = 8;
  options.stages = 1;
  options.features = 32;
  options.batch_size = 16;
  options.phase2.epochs = 10;
  const TrainResult result = train(options, data, folder_ / "run", false, {});
  const Model model = Model::load(result.model);
  const EncodedSet set = model.encode(*data.test);
  const AccuracyTable table = measure_accuracy(model.codebook(), set.instances(), set.labels);
  EXPECT_GT(table.rows.back().accuracy, 0.9) << table.rows.back().decoder;
}

TEST_F(TrainTest, NonFiniteLossStopsWithStepRateAndCure) {
  TrainOptions options = quick_options();
  options.linear.learning_rate = 1e30;
  options.warmup = 0;
  try {
    train(options, small_data(), folder_ / "run", false, {});
    FAIL() << "no error";
  } catch (const RunError& error) {
    const std::string message = error.what();
    for (const char* part : {"linear, step", "learning rate", "lower --linear-lr"}) {
      EXPECT_NE(message.find(part), std::string::npos) << message;
    }
  }
}

TEST_F(TrainTest, RefusesWhatCannotWork) {
  const DataBundle data = small_data();
  TrainOptions few_bits = quick_options();
  few_bits.bits = 3;
  EXPECT_THROW(train(few_bits, data, folder_ / "few", false, {}), std::invalid_argument);
  EXPECT_FALSE(fs::exists(folder_ / "few"));
  train(quick_options(), data, folder_ / "run", false, {});
  EXPECT_THROW(train(quick_options(), data, folder_ / "run", false, {}), std::invalid_argument);
  TrainOptions other = quick_options();
  other.bits = 7;
  EXPECT_THROW(train(other, data, folder_ / "run", true, {}), std::invalid_argument);
  DataBundle other_data = small_data();
  other_data.fingerprint = 43;
  EXPECT_THROW(train(quick_options(), other_data, folder_ / "run", true, {}),
               std::invalid_argument);
}

TEST_F(TrainTest, DamagedCheckpointIsNamed) {
  std::atomic<bool> stop = true;
  train(quick_options(), small_data(), folder_ / "run", false, {.stop = &stop});
  const fs::path path = folder_ / "run" / "last.ckpt";
  std::string bytes = read_text(path);
  bytes[bytes.size() / 2] = static_cast<char>(bytes[bytes.size() / 2] ^ 1);
  write_atomically(path, bytes);
  EXPECT_THROW(train(quick_options(), small_data(), folder_ / "run", true, {}), FormatError);
}

}  // namespace
}  // namespace llcodes
