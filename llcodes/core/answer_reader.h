// From features to projections without the network, for models whose codes read what their
// classifier answers (learn/heads.h):
//
//   z = P f + t + a B(C)^T h,   h = e p^16 / sum p^16,   p = softmax(W f + b)
//
// with e the evidence (evidence.h) of Energy, of cos(f - m, d_y) and of clarity, where y is the
// class that the classifier names, d_y the direction of its mean features and m those of known
// instances.
//
// A class can be added here without training: the classifier gets a row that points at the mean
// features of a few instances, and z spells the class's code wherever that row answers.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/container.h"
#include "llcodes/core/evidence.h"
#include "llcodes/core/linear_classifier.h"

namespace llcodes {

inline constexpr int kAnswerPower = 16;  ///< by validation: docs/learning.md

/// What the classes look like, and how what speaks for a class is weighed: the exponents of Energy,
/// resemblance and clarity, [3].
inline constexpr char kDirections[] = "classifier.directions", kExponents[] = "answer.evidence";
/// Throws FormatError, which names the cure, if a model whose codes read an answer lacks either, as
/// those of before the first release may.
void require_evidence(const Container& container);
/// Throws FormatError if an exponent is negative or no number.
Exponents read_exponents(const Container& container);

/// The class that a classifier names, Energy above that of equal logits, and clarity.
struct NamedClass {
  std::size_t label = 0;
  double energy = 0;
  double clarity = 0;
};

/// Logits of one instance become p^16 / sum p^16, which add up to 1.
NamedClass settle_answer(std::span<float> logits);

class AnswerReader {
 public:
  /// None if the codes of this model are read from the features alone. Throws FormatError or
  /// std::system_error.
  static std::optional<AnswerReader> load(const std::filesystem::path& model);

  std::size_t num_features() const { return feature_mean_.size(); }
  std::size_t num_classes() const { return codes_.size(); }

  /// z of every row of `features` [n, num_features()]: [n, num_bits]. O(n classes features), on all
  /// cores. Throws std::invalid_argument if the rows do not fit.
  std::vector<float> projections(std::span<const float> features) const;

  /// A class that looks like `mean_features`, the mean of its examples: of these the new row is
  /// nearly as sure, on average, as the others are of theirs. Throws std::invalid_argument if that
  /// mean is the mean of all instances.
  void add_class(std::span<const float> mean_features, CodeView code);

  /// Adds the classifier and its classes' directions, as they now are, to a model file.
  void save_classifier(ContainerWriter& writer) const;

 private:
  AnswerReader() = default;
  double evidence(const NamedClass& named, std::span<const float> features) const;

  Codes codes_{1};                   ///< of the classifier's classes
  LinearClassifier classifier_;      ///< W and b
  std::vector<float> projection_;    ///< P, [num_bits, num_features]
  std::vector<float> threshold_;     ///< t, [num_bits]
  std::vector<float> answer_;        ///< a, [num_bits]
  std::vector<float> directions_;    ///< of unit length or 0, [num_classes, num_features]
  std::vector<float> feature_mean_;  ///< of known instances, [num_features]
  Exponents exponents_;
  double usual_logit_ = 0;  ///< largest logit of a known instance, the mean over them
};

}  // namespace llcodes
