// Keeps a part of the backbone as it is.
#pragma once

#include <memory>
#include <vector>

#include "llcodes/nn/backbone.h"

namespace llcodes {

/// Takes all layers but the last `unfrozen` (weight matrices and kernels in order of registration,
/// with what follows them) out of learning. Returns the modules that must stay in evaluation mode,
/// so that their batch norms do not move either.
std::vector<std::shared_ptr<torch::nn::Module>> freeze_layers(Backbone& backbone,
                                                              std::int64_t unfrozen);

}  // namespace llcodes
