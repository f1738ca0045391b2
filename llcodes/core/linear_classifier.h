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

  /// W f + b of one instance, `features` of num_features() values: the plain reference, which
  /// LinearScorer is compared with.
  std::vector<float> logits(std::span<const float> features) const;

  /// Of weight and bias, by which features that another network computed are told.
  std::string fingerprint() const;

  /// Reads a model file of kind "linear". Throws std::invalid_argument if it is a model of codes,
  /// FormatError or std::system_error.
  static LinearClassifier load(const std::filesystem::path& path);
};

/// The logits of many instances. Keeps W in tiles of a few classes, so that the logits of a few
/// instances and one tile stay in registers while all features pass. An instance's logits do not
/// depend on those that are computed with it. Concurrent calls are safe.
class LinearScorer {
 public:
  explicit LinearScorer(const LinearClassifier& classifier);

  std::size_t num_classes() const { return bias_.size(); }
  std::size_t num_features() const { return num_features_; }
  /// `features` is [n, num_features()], `logits` is [n, num_classes()]. Up to kGoodBlock instances
  /// at once stay in the second-level cache; fewer than a handful waste work.
  void logits(std::span<const float> features, std::span<float> logits) const;
  static constexpr std::size_t kGoodBlock = 48;

 private:
  /// The logits of a few instances for the classes of the tile that starts at class `first`.
  void fill_tile(std::size_t first, std::span<const float> features, float* logits) const;

  std::size_t num_features_;
  std::vector<float> tiles_;  ///< [tiles, num_features, classes of a tile], zeros beyond the last
  std::vector<float> bias_;
};

}  // namespace llcodes
