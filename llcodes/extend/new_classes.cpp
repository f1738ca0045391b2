#include "llcodes/extend/new_classes.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/decoder_base.h"
#include "llcodes/core/flip_sets.h"
#include "llcodes/core/hamming.h"

namespace llcodes {
namespace {

constexpr int kWords = kMaxBits / kBitsPerWord;
using Flips = FlipSets<kWords>;

/// Nearer codes are tried first; one beyond this many tries would not be near any more.
constexpr std::size_t kMostTries = 1'000'000;

void check_groups(const Codebook& codebook, const std::vector<ExampleGroup>& groups) {
  if (groups.empty()) throw std::invalid_argument("found no new class, expected one or more");
  std::vector<std::string> names;
  for (const ExampleGroup& group : groups) {
    names.push_back(group.name);
    if (!group.instances.empty()) continue;
    throw std::invalid_argument("new class '" + group.name + "' has no example; give one or more");
  }
  check_new_names(codebook, names);
}

/// The mean projection of the examples, scaled so that its squares add up to num_bits.
std::vector<float> class_vector(const Instances& instances, const ExampleGroup& group) {
  const auto num_bits = static_cast<std::size_t>(instances.codes.num_bits());
  std::vector<double> sum(num_bits);
  for (const std::size_t instance : group.instances) {
    for (std::size_t bit = 0; bit < num_bits; ++bit) {
      sum[bit] += instances.projections[instance * num_bits + bit];
    }
  }
  double squares = 0;
  for (const double value : sum) squares += value * value;
  if (squares == 0) {
    throw std::invalid_argument("new class '" + group.name +
                                "': its examples cancel out; give others");
  }
  std::vector<float> vector;
  const double scale = std::sqrt(static_cast<double>(num_bits) / squares);
  for (const double value : sum) vector.push_back(static_cast<float>(value * scale));
  return vector;
}

int distance_to_nearest(const Flips::Code& code, const Codes& codes) {
  return hamming_kernel().minimum(code.data(), array_of(codes));
}

/// The code at a safe distance from `codes` that costs least, |v_j| for each sign of the vector
/// that it does not follow.
Flips::Code free_code(const std::vector<float>& vector, const Codes& codes, int min_distance,
                      const std::string& name) {
  Flips::Code code{};
  for (std::size_t bit = 0; bit < vector.size(); ++bit) {
    code[bit / kBitsPerWord] |= Word{vector[bit] >= 0} << bit % kBitsPerWord;
  }
  if (distance_to_nearest(code, codes) >= min_distance) return code;
  Flips flips;
  flips.start(code, vector.data(), static_cast<int>(vector.size()));
  for (std::size_t tries = 0; tries < kMostTries && !flips.empty(); ++tries) {
    const Flips::Flipped flipped = flips.next();
    if (distance_to_nearest(flipped.code, codes) >= min_distance) return flipped.code;
  }
  throw std::invalid_argument(
      "new class '" + name + "': no free code is left at distance " + std::to_string(min_distance) +
      " from the " + std::to_string(codes.size()) + " codes there are: " +
      (min_distance > 1 ? "lower --min-distance, or train" : "train another model") +
      " with more bits");
}

int hamming_to_signs(CodeView code, const std::vector<float>& vector) {
  int moved = 0;
  for (std::size_t bit = 0; bit < vector.size(); ++bit) {
    moved += (code[bit / kBitsPerWord] >> bit % kBitsPerWord & 1) != (vector[bit] >= 0 ? 1U : 0U);
  }
  return moved;
}

/// The codebook with the new classes' codes, and what was found on the way.
struct Placement {
  Codes codes;
  std::vector<std::string> names;
  std::vector<float> vectors;  ///< of the new classes, [groups, num_bits]
  std::vector<AddedClass> added;
};

Placement place(const Codebook& codebook, const Instances& instances,
                const std::vector<ExampleGroup>& groups, const NewClassOptions& options) {
  check_instances(codebook, instances, instances.codes.size());
  check_groups(codebook, groups);
  if (instances.projections.empty()) {
    throw std::invalid_argument(
        "the examples of new classes have no projections; keep them when encoding");
  }
  Placement placed{codebook.codes(), codebook.class_names(), {}, {}};
  Codes& codes = placed.codes;
  for (const ExampleGroup& group : groups) {
    const std::vector<float> vector = class_vector(instances, group);
    const Flips::Code found = free_code(vector, codes, options.min_distance, group.name);
    const CodeView code(found.data(), static_cast<std::size_t>(codes.words_per_code()));
    placed.added.push_back({group.name, group.instances.size(), hamming_to_signs(code, vector),
                            distance_to_nearest(found, codes)});
    codes.push_back(code);
    placed.names.push_back(group.name);
    placed.vectors.insert(placed.vectors.end(), vector.begin(), vector.end());
  }
  return placed;
}

std::vector<float> mean_row(std::span<const float> rows, std::size_t width,
                            const ExampleGroup& group) {
  std::vector<double> sum(width);
  for (const std::size_t instance : group.instances) {
    for (std::size_t i = 0; i < width; ++i) sum[i] += rows[instance * width + i];
  }
  std::vector<float> mean;
  const auto count = static_cast<double>(group.instances.size());
  for (const double value : sum) mean.push_back(static_cast<float>(value / count));
  return mean;
}

}  // namespace

void check_new_names(const Codebook& codebook, const std::vector<std::string>& names) {
  std::set<std::string> taken(codebook.class_names().begin(), codebook.class_names().end());
  for (const std::string& name : names) {
    if (taken.insert(name).second) continue;
    throw std::invalid_argument("new class '" + name +
                                "': there is a class of that name already; choose another");
  }
}

ExtendedCodebook extend_codebook(const Codebook& codebook, const Instances& instances,
                                 const std::vector<ExampleGroup>& groups,
                                 const NewClassOptions& options) {
  Placement placed = place(codebook, instances, groups, options);
  std::vector<float> vectors(codebook.added_vectors().begin(), codebook.added_vectors().end());
  vectors.insert(vectors.end(), placed.vectors.begin(), placed.vectors.end());
  return {Codebook(std::move(placed.codes), std::move(placed.names), std::move(vectors)),
          std::move(placed.added)};
}

ExtendedCodebook extend_answers(const Codebook& codebook, AnswerReader& reader,
                                const Instances& instances, std::span<const float> features,
                                const std::vector<ExampleGroup>& groups,
                                const NewClassOptions& options) {
  Placement placed = place(codebook, instances, groups, options);
  for (std::size_t i = 0; i < groups.size(); ++i) {
    try {
      reader.add_class(mean_row(features, reader.num_features(), groups[i]),
                       placed.codes[codebook.num_classes() + i]);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument("new class '" + groups[i].name + "': " + error.what());
    }
  }
  return {Codebook(std::move(placed.codes), std::move(placed.names)), std::move(placed.added)};
}

void write_extended_model(const std::filesystem::path& model, const Codebook& codebook,
                          const std::optional<AnswerReader>& reader,
                          const std::filesystem::path& output) {
  static const std::set<std::string> kOwn = {"format", "format_version", "checksums",
                                             "header_checksum"};
  const Container container = Container::open(model, "llcodes.model");
  ContainerWriter writer(container.format(), container.format_version());
  for (const auto& [key, value] : container.all_metadata()) {
    if (!kOwn.contains(key)) writer.set(key, value);
  }
  for (const std::string& name : container.tensor_names()) {
    if (name.starts_with("codebook.") || name.starts_with("classifier.")) continue;
    const TensorView& tensor = container.tensor(name);
    writer.add(name, tensor.dtype, tensor.shape, tensor.bytes);
  }
  codebook.save(writer);
  if (reader) reader->save_classifier(writer);
  writer.write(output);
}

}  // namespace llcodes
