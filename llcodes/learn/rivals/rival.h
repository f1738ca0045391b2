// The methods that LLC is compared with. Each is a loss on z, the real output of the projection;
// backbone, loader, schedule, validation and files are those of LLC.
//
//   hashnet     pairs of instances, tanh that hardens (Cao et al., ICCV 2017)
//   greedyhash  a classifier on the signs, straight-through (Su et al., NeurIPS 2018)
//   csq         fixed far centres, binary cross-entropy (Yuan et al., CVPR 2020)
//   orthohash   fixed far centres, cosine with margin, batch norm (Hoe et al., NeurIPS 2021)
//   real        no bits at all: a classifier on the k real values
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <memory>
#include <string>

#include "llcodes/core/code.h"
#include "llcodes/learn/codebooks/code_pools.h"

namespace llcodes {

struct RivalOptions {
  std::string method;
  std::int64_t num_bits = 0;
  std::int64_t num_classes = 0;
  double weight = -1;  ///< of the quantisation term; below 0: the method's own
};

/// What a loss may look at besides z.
struct RivalBatch {
  torch::Tensor labels;     ///< [n]
  torch::Tensor codebook;   ///< the centres, [L, k] of -1 and +1
  std::int64_t step = 0;    ///< of the phase, from 0
};

class Rival : public torch::nn::Module {
 public:
  /// The loss of z [n, k], mean over the batch.
  virtual torch::Tensor loss(const torch::Tensor& z, const RivalBatch& batch) = 0;
  /// [n, L] to be judged by instead of codes; undefined: judged by codes.
  virtual torch::Tensor logits(const torch::Tensor& /*z*/) { return {}; }
};

/// Draws weights from torch's global generator. Throws std::invalid_argument on an unknown method.
std::shared_ptr<Rival> make_rival(const RivalOptions& options);
std::shared_ptr<Rival> make_hashnet(const RivalOptions& options);
std::shared_ptr<Rival> make_greedy_hash(const RivalOptions& options);
std::shared_ptr<Rival> make_csq(const RivalOptions& options);
std::shared_ptr<Rival> make_ortho_hash(const RivalOptions& options);
std::shared_ptr<Rival> make_real(const RivalOptions& options);

/// How a method differs around its loss.
struct RivalTraits {
  bool code_norm = false;  ///< batch norm before the sign
  bool centres = false;    ///< class codes are fixed beforehand; else they follow the instances
  bool judged_by_logits = false;
};
RivalTraits traits_of(const std::string& method);

/// The centres that a method's paper uses, for methods that have them.
Codes default_centres(const std::string& method, const PoolRequest& request);

}  // namespace llcodes
