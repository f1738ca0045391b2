// The soft score <c_l, z> of the classes: the log-likelihood of the class code under independent
// bits with logits z, up to a constant.
//
// The order of the float additions is fixed once: bits of one byte in sequence, then the bytes in
// sequence. So the scan, the single score and the ordered flips agree to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/codebook.h"

namespace llcodes {

/// The score of one code; z has `num_bits` values.
float soft_score(CodeView code, const float* z, int num_bits);

/// The score of one class: of its code, or of its vector if it was added later.
float soft_score(const Codebook& codebook, std::size_t label, const float* z);

/// Scores of all classes of a codebook: for each byte of the codes the 256 possible partial sums
/// are computed once an instance, so a class costs one addition a byte.
class SoftScorer {
 public:
  explicit SoftScorer(const Codes& class_codes);
  explicit SoftScorer(const Codebook& codebook);

  std::size_t num_classes() const { return num_classes_; }
  /// `scores` has one place a class.
  void scores(const float* z, std::span<float> scores) const;

 private:
  int num_bits_;
  std::size_t num_classes_;
  std::vector<std::vector<std::uint8_t>> bytes_;  ///< [byte of the code][class]
  std::vector<float> added_vectors_;              ///< [added classes, num_bits], the last classes
};

/// The best of a list of scores.
struct BestScore {
  float score = 0;
  std::int32_t label = 0;  ///< the lowest
  std::int32_t ties = 0;
};

BestScore best_of(std::span<const float> scores);

/// exp(score / 2) as a share of the sum over all scores. Where z_j is the log odds of bit j, a code
/// c of -1 and +1 has log probability sum_j c_j z_j / 2 + const: hence the half.
double posterior(std::span<const float> scores, float score);

}  // namespace llcodes
