// F(x) of (a sample of) the data, without augmentation: what codebooks, taxonomies and new classes
// are made from.
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <vector>

#include "llcodes/data/source.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/process_group.h"

namespace llcodes {

struct LabelledFeatures {
  std::vector<float> values;  ///< memory of the features
  torch::Tensor features;     ///< [n, d]
  torch::Tensor labels;       ///< [n]
};

/// Of at most 50,000 instances, as in the paper, chosen by the seed. Switches the network to
/// evaluation.
LabelledFeatures training_features(Network& network, const DataBundle& data, std::uint64_t seed);

/// The mean features of each class in the same instances, less the mean over classes: [L, d] on the
/// CPU. A class of which there is no instance lies in the middle, at zero. The processes of a
/// group, if there is one, all take part.
torch::Tensor class_means(Network& network, const DataBundle& data, std::uint64_t seed,
                          ProcessGroup* group);

/// What the network is used to, by the validation instances.
struct KnownInstances {
  KnownClasses classes;       ///< their mean features, the directions of the class means, and the
                              ///< exponents that tell them from chimeras (data/chimeras.h)
  torch::Tensor usual_logit;  ///< the mean of their largest logits, [1]
  double factor = 1;  ///< training's evidence to the trained model's, on average (nn/answer.h)
};

/// `class_means` as above.
KnownInstances known_instances(Network& network, const torch::Tensor& class_means,
                               const DataBundle& data, ProcessGroup* group);

}  // namespace llcodes
