#include "llcodes/core/linear_classifier.h"

#include <algorithm>

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/core/json_text.h"
#include "llcodes/core/linear_kernel.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;

void write_linear(const std::filesystem::path& path, std::int64_t rows,
                  const std::vector<float>& means = {}) {
  const std::vector<float> weight = {1, 2, 3, 4, 5, 6}, bias = {10, 20};
  ContainerWriter writer("llcodes.model", 1);
  writer.set("kind", "linear");
  writer.set("class_names", to_json(std::vector<std::string>{"a", "b"}));
  writer.add<float>("projection.weight", {rows, 6 / rows}, weight);
  writer.add<float>("projection.bias", {2}, bias);
  if (!means.empty()) {
    writer.add<float>("class_means", {2, static_cast<std::int64_t>(means.size() / 2)}, means);
  }
  writer.write(path);
}

TEST(LinearClassifier, ReadsTheLastLayerAndMultiplies) {
  const TemporaryFolder folder;
  write_linear(folder / "linear.llc", 2);
  const LinearClassifier linear = LinearClassifier::load(folder / "linear.llc");
  EXPECT_EQ(linear.num_classes(), 2u);
  EXPECT_EQ(linear.num_features(), 3u);
  std::vector<float> logits(2);
  LinearScorer(linear).logits(std::vector<float>{1, 0, -1}, logits);
  EXPECT_EQ(logits, (std::vector<float>{10 + 1 - 3, 20 + 4 - 6}));
  EXPECT_EQ(linear.logits(std::vector<float>{1, 0, -1}), logits);
}

std::vector<float> random_values(std::size_t count, std::uint64_t seed) {
  Random random(seed, 0, 0);
  std::vector<float> values(count);
  for (float& value : values) value = static_cast<float>(random.normal());
  return values;
}

LinearClassifier random_classifier(std::size_t classes, std::size_t features) {
  LinearClassifier linear;
  linear.weight = random_values(classes * features, 5);
  linear.bias = random_values(classes, 6);
  return linear;
}

TEST(LinearScorer, EqualsTheReferenceWhateverTheSizes) {
  for (const std::size_t classes : {1u, 15u, 16u, 17u, 40u}) {
    for (const std::size_t count : {1u, 5u, 6u, 7u, 50u}) {
      const std::size_t width = 33;
      const LinearClassifier linear = random_classifier(classes, width);
      const std::vector<float> features = random_values(width * count, 7);
      std::vector<float> logits(count * classes);
      LinearScorer(linear).logits(features, logits);
      for (std::size_t i = 0; i < count; ++i) {
        const std::vector<float> expected =
            linear.logits(std::span(features).subspan(i * width, width));
        for (std::size_t label = 0; label < classes; ++label) {
          EXPECT_NEAR(logits[i * classes + label], expected[label], 1e-4)
              << count << " " << classes;
        }
      }
    }
  }
}

TEST(LinearScorer, AnInstanceDoesNotDependOnTheOthers) {
  const std::size_t width = 65, classes = 20, count = 11;
  const LinearScorer scorer(random_classifier(classes, width));
  const std::vector<float> features = random_values(width * count, 8);
  std::vector<float> together(count * classes), alone(classes);
  scorer.logits(features, together);
  for (std::size_t i = 0; i < count; ++i) {
    scorer.logits(std::span(features).subspan(i * width, width), alone);
    const auto row = std::span(together).subspan(i * classes, classes);
    EXPECT_TRUE(std::ranges::equal(alone, row)) << i;
  }
}

TEST(LinearKernel, EveryKernelMultiplies) {
  for (const std::size_t width : {0u, 1u, 7u, 64u, 257u}) {
    const std::vector<float> weights = random_values(kLinearTile * width, 9);
    const std::vector<float> features = random_values(width * kLinearRows, 10);
    LinearProblem problem{.weights = weights.data(), .rows = {}, .num_features = width};
    for (std::size_t row = 0; row < kLinearRows; ++row)
      problem.rows[row] = features.data() + row * width;
    for (const LinearKernel& kernel : linear_kernels()) {
      std::vector<float> sums(kLinearRows * kLinearTile, 1.5F);
      kernel.add_products(problem, sums.data());
      for (std::size_t i = 0; i < sums.size(); ++i) {
        double expected = 1.5;
        for (std::size_t j = 0; j < width; ++j) {
          expected += static_cast<double>(problem.rows[i / kLinearTile][j]) *
                      weights[j * kLinearTile + i % kLinearTile];
        }
        EXPECT_NEAR(sums[i], expected, 1e-3) << kernel.name << " " << width << " " << i;
      }
    }
  }
}

TEST(LinearClassifier, ReadsTheMeanFeaturesOfTheClassesIfThereAreAny) {
  const TemporaryFolder folder;
  write_linear(folder / "old.llc", 2);
  EXPECT_TRUE(LinearClassifier::load(folder / "old.llc").class_means.empty());
  const std::vector<float> means = {1, 0, -1, -1, 0, 1};
  write_linear(folder / "new.llc", 2, means);
  EXPECT_EQ(LinearClassifier::load(folder / "new.llc").class_means, means);
  write_linear(folder / "bad.llc", 2, {1, 2, 3, 4});
  expect_contains(message_of<FormatError>([&] { LinearClassifier::load(folder / "bad.llc"); }),
                  {"class_means"});
}

TEST(LinearClassifier, OtherModelsAreRefused) {
  const TemporaryFolder folder;
  ContainerWriter writer("llcodes.model", 1);
  writer.set("kind", "codes");
  Codebook(random_codes(8, 3, 1)).save(writer);
  writer.write(folder / "model.llc");
  expect_contains(
      message_of<std::invalid_argument>([&] { LinearClassifier::load(folder / "model.llc"); }),
      {"model.llc", "linear.llc"});
  write_linear(folder / "bad.llc", 3);
  expect_contains(message_of<FormatError>([&] { LinearClassifier::load(folder / "bad.llc"); }),
                  {"projection.weight"});
}

}  // namespace
}  // namespace llcodes
