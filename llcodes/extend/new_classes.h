// New classes for a trained model, from a few examples each and without retraining.
//
// A new class gets a vector, the mean projection of its examples scaled to a code's length, which
// soft decoding uses: bits that the network is unsure of for this class weigh little. And it gets a
// code, the free one nearest to the vector's signs that keeps a safe distance from all others,
// which exact and Hamming decoding use.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

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

/// Throws std::invalid_argument if there is no group, a group has no example, a name is taken,
/// projections are missing, or no free code is left at the safe distance.
ExtendedCodebook extend_codebook(const Codebook& codebook, const Instances& instances,
                                 const std::vector<ExampleGroup>& groups,
                                 const NewClassOptions& options = {});

/// Writes the model with another codebook; every other tensor and all metadata stay as they are.
void write_extended_model(const std::filesystem::path& model, const Codebook& codebook,
                          const std::filesystem::path& output);

}  // namespace llcodes
