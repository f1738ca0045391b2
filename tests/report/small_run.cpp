#include "small_run.h"

#include <nlohmann/json.hpp>

#include "llcodes/core/container.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"
#include "llcodes/learn/history.h"

namespace llcodes::test {
namespace {

using nlohmann::json;

constexpr int kBits = 10, kClasses = 60, kFeatures = 6, kSide = 8;

std::vector<std::string> names_or_letters(const std::vector<std::string>& names) {
  if (!names.empty()) return names;
  std::vector<std::string> letters;
  for (int i = 0; i < kClasses; ++i) {
    letters.push_back({static_cast<char>('a' + i / 26), static_cast<char>('a' + i % 26)});
  }
  return letters;
}

std::shared_ptr<const Dataset> pictures(std::size_t count, const std::string& origin) {
  const InputShape shape{.is_picture = true, .channels = 1, .height = kSide, .width = kSide};
  std::vector<std::uint8_t> pixels(count * shape.size());
  Random random(7, count, 0);
  for (std::uint8_t& pixel : pixels) pixel = static_cast<std::uint8_t>(random.below(256));
  return std::make_shared<MemoryDataset>(shape, pixels, std::vector<std::int32_t>(count, -1),
                                         origin);
}

/// The rows of the linear classifier.
std::vector<float> linear_weight() {
  std::vector<float> weight;
  Random random(17, 0, 0);
  for (int i = 0; i < kClasses * kFeatures; ++i)
    weight.push_back(static_cast<float>(random.normal()));
  return weight;
}

/// Features around the class's row, so that the linear classifier finds most classes.
std::vector<float> features_of(const std::vector<std::int32_t>& labels) {
  const std::vector<float> weight = linear_weight();
  std::vector<float> features;
  Random random(19, labels.size(), 0);
  for (const std::int32_t label : labels) {
    for (int i = 0; i < kFeatures; ++i) {
      const float centre = weight[static_cast<std::size_t>(label * kFeatures + i)];
      features.push_back(4 * centre + static_cast<float>(random.normal()));
    }
  }
  return features;
}

/// Real values around the class code's signs; a wide spread makes wrong bits.
EncodedSet instances_of(const Codebook& codebook, std::size_t count, const std::string& origin) {
  EncodedSet set{Codes(kBits), {}, {}, {}};
  const auto dataset = pictures(count, origin);
  Random random(11, count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t label = i % kClasses;
    set.labels.push_back(static_cast<std::int32_t>(label));
    for (int bit = 0; bit < kBits; ++bit) {
      const double sign = codebook.codes().bit(label, bit) ? 1 : -1;
      set.projections.push_back(static_cast<float>(2 * sign + 1.6 * random.normal()));
    }
    set.names.push_back(dataset->name(i));
  }
  set.codes = binarize(set.projections, kBits);
  set.features = features_of(set.labels);
  return set;
}

/// Small values of random sign: unsure bits, as strangers have.
EncodedSet strangers(std::size_t count) {
  EncodedSet set{Codes(kBits), {}, {}, {}};
  const auto dataset = pictures(count, "ood");
  Random random(13, 0, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (int bit = 0; bit < kBits; ++bit) {
      set.projections.push_back(static_cast<float>(random.normal()));
    }
    for (int j = 0; j < kFeatures; ++j) set.features.push_back(static_cast<float>(random.normal()));
    set.names.push_back(dataset->name(i));
  }
  set.codes = binarize(set.projections, kBits);
  return set;
}

void write_linear(const std::filesystem::path& path, const std::vector<std::string>& names) {
  const std::vector<float> bias(kClasses, 0.5F);
  ContainerWriter writer("llcodes.model", 1);
  writer.set("kind", "linear");
  writer.set("class_names", json(names).dump());
  writer.add<float>("projection.weight", {kClasses, kFeatures}, linear_weight());
  writer.add<float>("projection.bias", {kClasses}, bias);
  writer.write(path);
}

History small_history() {
  History history;
  for (int epoch = 1; epoch <= 3; ++epoch) {
    history.epochs.push_back({.phase = "linear",
                              .epoch = epoch,
                              .step = epoch,
                              .loss = 3.0 / epoch,
                              .seconds = 2,
                              .instances_per_second = 60,
                              .linear = 0.3 * epoch});
  }
  for (int epoch = 1; epoch <= 4; ++epoch) {
    history.epochs.push_back({.phase = epoch == 1 ? "phase1" : "phase2",
                              .epoch = epoch,
                              .step = 3 + epoch,
                              .loss = 1.0 / epoch,
                              .seconds = 2,
                              .instances_per_second = 60,
                              .exact = 0.1 * epoch,
                              .hamming = 0.15 * epoch,
                              .soft = 0.2 * epoch,
                              .bits_right = 9,
                              .unique_codes = kClasses});
  }
  return history;
}

}  // namespace

Codebook small_codebook(const std::vector<std::string>& class_names) {
  Codes codes(kBits);
  for (int label = 0; label < kClasses; ++label) {
    const Word code = static_cast<Word>(label * 389 + 7) & ((1U << kBits) - 1);  // all different
    codes.push_back(CodeView(&code, 1));
  }
  return Codebook(codes, names_or_letters(class_names));
}

void write_small_run(const SmallRunOptions& options) {
  const std::filesystem::path& folder = options.folder;
  const Codebook codebook = small_codebook(options.class_names);
  ContainerWriter writer("llcodes.model", 1);
  codebook.save(writer);
  writer.write(folder / "model.llc");
  write_linear(folder / "linear.llc", codebook.class_names());
  small_history().write(folder);
  instances_of(codebook, 240, "test").save(folder / "test-codes.llc");
  instances_of(codebook, 600, "train").save(folder / "train-codes.llc");
  strangers(60).save(folder / "ood-codes.llc");
  write_atomically(folder / "env.json", R"({"cpu": "a CPU", "cpus": 2, "threads": 2})");
  write_atomically(folder / "demo.json", R"({"seconds": 30, "data": "letters"})");
}

DataBundle small_pictures() {
  DataBundle bundle;
  bundle.name = "letters";
  bundle.test = pictures(240, "test");
  bundle.train = pictures(600, "train");
  bundle.ood = pictures(60, "ood");
  return bundle;
}

}  // namespace llcodes::test
