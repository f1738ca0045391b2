// Small inputs for the tests, made on the spot.
#pragma once

#include <filesystem>

namespace llcodes::test {

/// A model file that holds a codebook of four classes (ant, bee, cat, dog) with 8-bit codes, and
/// nothing of a network: enough for every verb that reads codes.
void write_codebook_model(const std::filesystem::path& path);

/// Six labelled codes with projections: one exact for each class, one with a wrong bit (an ant),
/// one with two wrong bits (a bee). Marked as made by the model above.
void write_codes(const std::filesystem::path& path);

struct BlobOptions {
  int classes = 8;
  int first_class = 0;  ///< strangers to classes below it
  int instances = 30;  ///< of each class
  int dimension = 16;
  unsigned seed = 1;
};

/// Features around one centre a class: FEATURES.npy (float32) and labels as lines of text. The same
/// centres for every seed, so that another seed gives test data.
void write_blobs(const std::filesystem::path& features, const std::filesystem::path& labels,
                 const BlobOptions& options = {});

}  // namespace llcodes::test
