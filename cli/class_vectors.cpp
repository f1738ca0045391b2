#include "cli/class_vectors.h"

#include <stdexcept>
#include <unordered_map>

#include "llcodes/core/linear_classifier.h"

namespace llcodes::cli {

ClassVectors load_class_vectors(const std::filesystem::path& linear, const Codebook& codebook) {
  const LinearClassifier classifier = LinearClassifier::load(linear);
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < classifier.class_names.size(); ++i) {
    places[classifier.class_names[i]] = i;
  }
  ClassVectors vectors{{}, classifier.num_features()};
  for (const std::string& name : codebook.class_names()) {
    const auto place = places.find(name);
    if (place == places.end()) {
      throw std::invalid_argument(linear.string() + " has no class '" + name +
                                  "': give the linear model of the same classes");
    }
    const float* row = classifier.weight.data() + place->second * vectors.columns;
    vectors.values.insert(vectors.values.end(), row, row + vectors.columns);
  }
  return vectors;
}

}  // namespace llcodes::cli
