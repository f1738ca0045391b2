// Keeps layers of the backbone as they are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llcodes/nn/backbone.h"

namespace llcodes {

/// Takes the chosen layers out of learning. Each choice is one of
///
///   PREFIX      the layers whose names begin with it: "layer1" means layer1.0.conv1, ..., not layer10
///   all         the whole backbone
///   all-but-N   all but the last N layers (weight matrices and kernels in order, with what follows)
///
/// Returns the modules that must stay in evaluation mode, so that their batch norms do not move
/// either. Throws std::invalid_argument if a choice names no layer.
std::vector<std::shared_ptr<torch::nn::Module>> freeze_layers(
    Backbone& backbone, const std::vector<std::string>& choices);

}  // namespace llcodes
