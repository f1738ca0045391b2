#include "llcodes/core/linear_classifier.h"

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/core/json_text.h"
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
