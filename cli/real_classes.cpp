#include "cli/real_classes.h"

#include <stdexcept>
#include <unordered_map>

#include "llcodes/core/linear_classifier.h"

namespace llcodes::cli {
namespace {

/// The rows of `values` at `places`.
ClassVectors rows_at(const std::vector<float>& values, std::size_t columns,
                     const std::vector<std::size_t>& places) {
  ClassVectors vectors{{}, columns};
  for (const std::size_t place : places) {
    const float* row = values.data() + place * columns;
    vectors.values.insert(vectors.values.end(), row, row + columns);
  }
  return vectors;
}

}  // namespace

RealClasses load_real_classes(const std::filesystem::path& linear, const Codebook& codebook) {
  const LinearClassifier classifier = LinearClassifier::load(linear);
  std::unordered_map<std::string, std::size_t> by_name;
  for (std::size_t i = 0; i < classifier.class_names.size(); ++i) {
    by_name[classifier.class_names[i]] = i;
  }
  std::vector<std::size_t> places;
  for (const std::string& name : codebook.class_names()) {
    const auto place = by_name.find(name);
    if (place == by_name.end()) {
      throw std::invalid_argument(linear.string() + " has no class '" + name +
                                  "': give the linear model of the same classes");
    }
    places.push_back(place->second);
  }
  const std::size_t columns = classifier.num_features();
  RealClasses classes{rows_at(classifier.weight, columns, places), std::nullopt};
  if (!classifier.class_means.empty()) {
    classes.means = rows_at(classifier.class_means, columns, places);
  }
  return classes;
}

}  // namespace llcodes::cli
