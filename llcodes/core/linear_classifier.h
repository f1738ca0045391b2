// The last layer of the linear reference model, W f + b, read without the network.
//
// Its rows, and the mean features of the classes, are also the real-valued class representations
// that the codes are compared with.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace llcodes {

struct LinearClassifier {
  std::vector<float> weight;  ///< [num_classes, num_features]
  std::vector<float> bias;    ///< [num_classes]
  /// [num_classes, num_features]: each class's mean features less the mean of all; empty in files
  /// that were written before there were any.
  std::vector<float> class_means;
  std::vector<std::string> class_names;

  std::size_t num_classes() const { return bias.size(); }
  std::size_t num_features() const { return bias.empty() ? 0 : weight.size() / bias.size(); }

  /// Reads a model file of kind "linear". Throws std::invalid_argument if it is a model of codes,
  /// FormatError or std::system_error.
  static LinearClassifier load(const std::filesystem::path& path);
};

/// The logits of one instance after another. Keeps W transposed, so that the inner loop runs over
/// classes.
class LinearScorer {
 public:
  explicit LinearScorer(const LinearClassifier& classifier);

  std::size_t num_classes() const { return bias_.size(); }
  std::size_t num_features() const { return num_features_; }
  /// `features` has num_features() values, `logits` one place a class.
  void logits(std::span<const float> features, std::span<float> logits) const;

 private:
  std::size_t num_features_;
  std::vector<float> columns_;  ///< [num_features, num_classes]
  std::vector<float> bias_;
};

}  // namespace llcodes
