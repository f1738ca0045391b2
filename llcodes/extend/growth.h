// How well classes are added from a few examples: what `extend` does, measured.
//
// Some classes that training never saw are drawn, a few instances of each are shown, and the others
// are decoded softly among all classes, old and new.
#pragma once

#include <cstdint>
#include <span>

#include "llcodes/core/answer_reader.h"
#include "llcodes/core/codebook.h"
#include "llcodes/core/decoder.h"

namespace llcodes {

/// Instances and a class number for each; their features where codes read a classifier's answer.
struct ClassedInstances {
  Instances instances;
  std::span<const std::int32_t> classes;
  std::span<const float> features = {};
};

/// What is grown: a codebook and, where its codes read one, the classifier.
struct GrowingModel {
  const Codebook& codebook;
  const AnswerReader* reader = nullptr;
};

struct GrowthOptions {
  std::size_t classes = 50;  ///< to add
  std::size_t examples = 5;  ///< of each
  std::size_t draws = 3;     ///< of classes and examples
  std::uint64_t seed = 1;
};

/// Means over the draws, by soft decoding.
struct Growth {
  double added = 0;       ///< share of the new classes' other instances on their class
  double old_before = 0;  ///< accuracy on the old classes' instances
  double old_after = 0;
};

/// Throws std::invalid_argument if fewer classes than asked for have more instances than are shown.
void check_unseen(std::span<const std::int32_t> classes, const GrowthOptions& options);

/// `known` are instances of the model's classes, `strangers` of others, numbered anyhow. Throws
/// as check_unseen() does.
Growth measure_growth(const GrowingModel& model, const ClassedInstances& known,
                      const ClassedInstances& strangers, const GrowthOptions& options);

}  // namespace llcodes
