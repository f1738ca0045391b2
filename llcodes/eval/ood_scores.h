// One number an instance that says how little it looks like any class: the scores of OOD detection.
//
// From codes alone: the distance to the nearest class code. From projections z as well: the soft
// maximum max <c_l, z>, its log-sum-exp, the scale-free ratio max <c_l, z> / sum |z_j|, and two
// that make the paper's rule soft. The bits say that code c is meant with probability prod
// sigma(c_j z_j); the paper rejects an instance whose most likely code belongs to no class. The
// code probability is that of the likeliest class code, the code mass adds those of all class
// codes:
//
//   probability(z) = max_l prod_j sigma(c_lj z_j)      mass(z) = sum_l prod_j sigma(c_lj z_j)
//
// Most codes belong to no class, so both are small for strangers.
//
// Baselines, from a linear model: MSP, MaxLogit, Energy on its logits, and the distance to the k-th
// nearest training instance by its features of unit length (kNN).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/decoder.h"
#include "llcodes/core/linear_classifier.h"
#include "llcodes/core/progress.h"

namespace llcodes {

/// What the code space says about one instance; without projections only label and distance.
struct CodeScore {
  std::int32_t label = kNoClass;  ///< soft answer where z is known, else the nearest class
  int distance = 0;               ///< to the nearest class code
  double maximum = 0;             ///< max_l <c_l, z>
  double log_sum = 0;             ///< log sum_l exp(<c_l, z> / 2)
  double ratio = 0;               ///< maximum / sum_j |z_j|, 1 exactly where the code is a class's
  double log_probability = 0;     ///< log of the code probability, at most 0
  double log_mass = 0;            ///< log of the code mass, at most 0
};

/// 1 - the posterior probability of the likeliest class, which is its code's among all classes'.
double doubt_of(const CodeScore& score);

/// The instances' scores, O(classes) each. Throws std::invalid_argument if the widths differ.
std::vector<CodeScore> score_codes(const Codebook& codebook, const Instances& instances);

/// What the logits of a linear model say.
struct LogitScore {
  std::int32_t label = 0;
  double probability = 0;  ///< MSP: largest softmax probability
  double maximum = 0;      ///< MaxLogit
  double energy = 0;       ///< log sum_l exp(logit_l): minus the free energy
};

/// `features` is [n, classifier.num_features()]. On all CPUs. Throws std::invalid_argument if it
/// does not fit.
std::vector<LogitScore> score_logits(const LinearClassifier& classifier,
                                     std::span<const float> features);

/// The share of instances to which the classifier gives their label; 0 of none.
double linear_accuracy(std::span<const LogitScore> scores, std::span<const std::int32_t> labels);
double linear_accuracy(const LinearClassifier& classifier, std::span<const float> features,
                       std::span<const std::int32_t> labels);

/// Rows of features of one width.
struct FeatureRows {
  std::span<const float> values;
  std::size_t columns = 0;

  std::size_t size() const { return columns == 0 ? 0 : values.size() / columns; }
};

/// The distance of each query to its `neighbours`-th nearest row of `bank`, both scaled to unit
/// length. O(queries * bank * columns). Throws std::invalid_argument if the bank is too small.
std::vector<double> neighbour_distances(const FeatureRows& queries, const FeatureRows& bank,
                                        std::size_t neighbours, const Progress& progress = {});

}  // namespace llcodes
