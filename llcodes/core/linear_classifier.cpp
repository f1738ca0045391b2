#include "llcodes/core/linear_classifier.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/container_header.h"
#include "llcodes/core/error.h"
#include "llcodes/core/json_text.h"
#include "llcodes/core/linear_kernel.h"

namespace llcodes {
namespace {

constexpr std::size_t kRows = kLinearRows, kTile = kLinearTile;
static_assert(LinearScorer::kGoodBlock % kRows == 0);

std::size_t tiles_for(std::size_t classes) { return (classes + kTile - 1) / kTile; }

}  // namespace

LinearClassifier LinearClassifier::load(const std::filesystem::path& path) {
  const Container container = Container::open(path, "llcodes.model");
  if (container.metadata("kind") != "linear") {
    throw std::invalid_argument(path.string() +
                                " is a model of codes: give the linear.llc of the same run");
  }
  LinearClassifier classifier;
  try {
    classifier.class_names = list_from_json(container.metadata("class_names"));
  } catch (const std::invalid_argument& error) {
    throw FormatError(container.path(), "metadata class_names", error.what(), "a JSON list");
  }
  const auto classes = static_cast<std::int64_t>(classifier.class_names.size());
  const auto bias = container.values<float>("projection.bias", {classes});
  const auto weight = container.values<float>("projection.weight", {classes, -1});
  classifier.bias.assign(bias.begin(), bias.end());
  classifier.weight.assign(weight.begin(), weight.end());
  if (container.has_tensor("class_means")) {
    const auto width = static_cast<std::int64_t>(classifier.num_features());
    const auto means = container.values<float>("class_means", {classes, width});
    classifier.class_means.assign(means.begin(), means.end());
  }
  return classifier;
}

std::string LinearClassifier::fingerprint() const {
  const auto sum_of = [](const std::vector<float>& values) {
    return checksum_of(std::as_bytes(std::span(values)));
  };
  const std::string both = sum_of(weight) + sum_of(bias);
  return checksum_of(std::as_bytes(std::span(both)));
}

std::vector<float> LinearClassifier::logits(std::span<const float> features) const {
  std::vector<float> logits = bias;
  for (std::size_t label = 0; label < logits.size(); ++label) {
    const float* row = weight.data() + label * features.size();
    logits[label] = std::inner_product(features.begin(), features.end(), row, logits[label]);
  }
  return logits;
}

LinearScorer::LinearScorer(const LinearClassifier& classifier)
    : num_features_(classifier.num_features()),
      tiles_(tiles_for(classifier.num_classes()) * num_features_ * kTile),
      bias_(classifier.bias) {
  for (std::size_t label = 0; label < bias_.size(); ++label) {
    const float* row = classifier.weight.data() + label * num_features_;
    float* column = tiles_.data() + label / kTile * num_features_ * kTile + label % kTile;
    for (std::size_t i = 0; i < num_features_; ++i) column[i * kTile] = row[i];
  }
}

void LinearScorer::logits(std::span<const float> features, std::span<float> logits) const {
  const std::size_t count = num_features_ == 0 ? 0 : features.size() / num_features_;
  for (std::size_t first = 0; first < bias_.size(); first += kTile) {
    for (std::size_t begin = 0; begin < count; begin += kRows) {
      const std::size_t rows = std::min(kRows, count - begin);
      fill_tile(first, features.subspan(begin * num_features_, rows * num_features_),
                logits.data() + begin * bias_.size() + first);
    }
  }
}

void LinearScorer::fill_tile(std::size_t first, std::span<const float> features,
                             float* logits) const {
  const std::size_t classes = std::min(kTile, bias_.size() - first);
  const std::size_t rows = features.size() / num_features_;
  LinearProblem problem{.weights = tiles_.data() + first * num_features_,
                        .num_features = num_features_};
  std::array<float, kRows * kTile> sums{};
  for (std::size_t row = 0; row < kRows; ++row) {
    // Where rows are missing the last one is computed again.
    problem.rows[row] = features.data() + std::min(row, rows - 1) * num_features_;
    std::copy_n(bias_.data() + first, classes, sums.data() + row * kTile);
  }
  linear_kernels().back().add_products(problem, sums.data());
  for (std::size_t row = 0; row < rows; ++row) {
    std::copy_n(sums.data() + row * kTile, classes, logits + row * bias_.size());
  }
}

}  // namespace llcodes
