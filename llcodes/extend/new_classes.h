// New classes for a trained model, from a few examples each and without retraining.
//
// A new class gets a code, the free one nearest to the signs of its examples' mean projection that
// keeps a safe distance from all others. How the class is told depends on what the model's codes
// are read from:
//
//   features and classifier   the classifier gets a row that points at the examples' mean features,
//                             so that codes of new instances spell the new code (AnswerReader)
//   features alone            the network stays as it is; some bits of the new code are coin
//   tosses.
//                             Soft decoding scores the class by a vector beside its code, the mean
//                             projection scaled to a code's length
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/answer_reader.h"
#include "llcodes/core/codebook.h"
#include "llcodes/core/decoder.h"

namespace llcodes {

/// A class to add and the instances that show it.
struct ExampleGroup {
  std::string name;
  std::vector<std::size_t> instances;
};

struct NewClassOptions {
  int min_distance = 2;  ///< of a new code to every other code
};

/// What became of one group.
struct AddedClass {
  std::string name;
  std::size_t examples = 0;
  int moved_bits = 0;  ///< bits in which the code differs from the signs of the vector
  int distance = 0;    ///< of the code to the nearest other
};

struct ExtendedCodebook {
  Codebook codebook;
  std::vector<AddedClass> added;
};

/// Throws std::invalid_argument if the codebook has a class of such a name, or one stands twice.
void check_new_names(const Codebook& codebook, const std::vector<std::string>& names);

/// New classes with a code and a vector. Throws std::invalid_argument if there is no group, a group
/// has no example, a name is taken, projections are missing, or no free code is left at the safe
/// distance.
ExtendedCodebook extend_codebook(const Codebook& codebook, const Instances& instances,
                                 const std::vector<ExampleGroup>& groups,
                                 const NewClassOptions& options = {});

/// New classes with a code and a row of the classifier, which `reader` gets. `features` are those
/// of the instances, [n, reader.num_features()]. Throws as above.
ExtendedCodebook extend_answers(const Codebook& codebook, AnswerReader& reader,
                                const Instances& instances, std::span<const float> features,
                                const std::vector<ExampleGroup>& groups,
                                const NewClassOptions& options = {});

/// Writes the model with another codebook and, where it has one, another classifier; every other
/// tensor and all metadata stay as they are.
void write_extended_model(const std::filesystem::path& model, const Codebook& codebook,
                          const std::optional<AnswerReader>& reader,
                          const std::filesystem::path& output);

}  // namespace llcodes
