// What all decoders share: the checks at the border, and scores, probabilities and abstention.
#pragma once

#include <span>
#include <vector>

#include "llcodes/core/decoder.h"
#include "llcodes/core/soft_scores.h"

namespace llcodes {

/// Throws std::invalid_argument unless widths and sizes fit and projections, if any, are finite.
void check_instances(const Codebook& codebook, const Instances& instances, std::size_t places);

class DecoderBase : public Decoder {
 public:
  DecoderBase(const Codebook& codebook, const DecoderOptions& options)
      : codebook_(codebook), options_(options), scorer_(codebook) {}

 protected:
  const Codebook& codebook() const { return codebook_; }
  const Codes& class_codes() const { return codebook_.codes(); }
  const DecoderOptions& options() const { return options_; }
  const SoftScorer& scorer() const { return scorer_; }

  /// The projections of one instance; nullptr if there are none.
  const float* projection(const Instances& instances, std::size_t index) const;
  void require_projections(const Instances& instances) const;

  /// Fills score, and on request margin and probability, of a decision that has its label and
  /// distance; then abstains if the options say so. `scores` is memory to work in.
  void finish(const Instances& instances, std::size_t index, std::vector<float>& scores,
              Decision& decision) const;

 private:
  bool wants_all_scores() const;
  void all_scores(const Instances& instances, std::size_t index, std::vector<float>& scores) const;

  const Codebook& codebook_;
  DecoderOptions options_;
  SoftScorer scorer_;
};

}  // namespace llcodes
