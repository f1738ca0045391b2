#include "llcodes/core/linear_classifier.h"

#include <algorithm>
#include <stdexcept>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/core/json_text.h"

namespace llcodes {

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

LinearScorer::LinearScorer(const LinearClassifier& classifier)
    : num_features_(classifier.num_features()),
      columns_(classifier.weight.size()),
      bias_(classifier.bias) {
  for (std::size_t label = 0; label < bias_.size(); ++label) {
    for (std::size_t feature = 0; feature < num_features_; ++feature) {
      columns_[feature * bias_.size() + label] = classifier.weight[label * num_features_ + feature];
    }
  }
}

void LinearScorer::logits(std::span<const float> features, std::span<float> logits) const {
  std::ranges::copy(bias_, logits.begin());
  for (std::size_t feature = 0; feature < num_features_; ++feature) {
    const float value = features[feature];
    const float* column = columns_.data() + feature * bias_.size();
    for (std::size_t label = 0; label < bias_.size(); ++label)
      logits[label] += value * column[label];
  }
}

}  // namespace llcodes
