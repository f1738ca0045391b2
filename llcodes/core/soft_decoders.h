// Decoders that use the magnitudes of the projections: soft and ordered flips.
#pragma once

#include "llcodes/core/code_table.h"
#include "llcodes/core/decoder_base.h"

namespace llcodes {

/// argmax_l <c_l, z> by scoring every class.
class SoftDecoder : public DecoderBase {
 public:
  using DecoderBase::DecoderBase;

  void decode(const Instances& instances, std::span<Decision> decisions) const override;

 protected:
  /// The soft answer of one instance; `scores` is memory to work in.
  Decision scan(const Instances& instances, std::size_t index, std::vector<float>& scores) const;
};

/// The same answer by trying flip sets in increasing cost against the hash table, within a budget.
std::unique_ptr<Decoder> make_flips_decoder(const Codebook& codebook,
                                            const DecoderOptions& options);

}  // namespace llcodes
