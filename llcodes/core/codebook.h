// The codebook B(C): one binary code and one name for each class, and what can be said about it.
//
// Unique codes alone prove little (1000 random 20-bit codes are all unique with probability 0.62),
// so the statistics also tell how far apart the codes are and how well the bits are used.
//
// Classes that were added to a trained model come last. The network never learnt their codes, so
// some of their bits are sure and some are not: beside its code each has a real vector v of a
// code's length, sum v_j^2 = k, and soft decoding scores it by <v, z>.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/container.h"

namespace llcodes {

struct CodebookStatistics {
  std::size_t num_classes = 0;
  int num_bits = 0;
  std::size_t unique_codes = 0;
  int min_distance = 0;      ///< smallest distance of two classes (0 if any two share a code)
  double mean_distance = 0;  ///< over all pairs of classes
  std::vector<double> bit_balance;  ///< share of +1 of each bit, [num_bits]
  double worst_balance = 0;         ///< largest |share - 1/2|
  double mean_correlation = 0;      ///< mean |Pearson correlation| of two bits
  double max_correlation = 0;       ///< largest |Pearson correlation| of two bits (constant bit: 1)
};

class Codebook {
 public:
  /// One code a class; an empty `class_names` gives "0", "1", ... Throws std::invalid_argument if
  /// the numbers differ, a name is empty or stands twice, or there is no class.
  /// `added_vectors` is [added classes, num_bits] of finite values, for the last classes.
  Codebook(Codes codes, std::vector<std::string> class_names = {},
           std::vector<float> added_vectors = {});

  const Codes& codes() const { return codes_; }
  int num_bits() const { return codes_.num_bits(); }
  std::size_t num_classes() const { return codes_.size(); }
  const std::string& class_name(std::size_t label) const { return class_names_.at(label); }
  const std::vector<std::string>& class_names() const { return class_names_; }

  std::span<const float> added_vectors() const { return added_vectors_; }
  std::size_t num_added() const {
    return added_vectors_.size() / static_cast<std::size_t>(num_bits());
  }

  /// Classes that training knew: those before the added ones.
  std::size_t num_learnt() const { return num_classes() - num_added(); }

  /// O(L^2) in the number of classes, one popcount a pair.
  CodebookStatistics statistics() const;

  /// Adds the tensor "codebook.codes" (u64 [L, words]), "codebook.added" (f32 [added, num_bits]) if
  /// there are added classes, and metadata "num_bits" and "class_names".
  void save(ContainerWriter& writer) const;
  /// Reads what `save` wrote. Throws FormatError.
  static Codebook load(const Container& container);

 private:
  Codes codes_;
  std::vector<std::string> class_names_;
  std::vector<float> added_vectors_;
};

/// Throws std::invalid_argument if num_bits cannot give each of num_classes its own code.
void check_bits_suffice(int num_bits, std::size_t num_classes);

}  // namespace llcodes
