// Keeps named layers of the backbone as they are.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "llcodes/nn/backbone.h"

namespace llcodes {

/// Takes the layers whose names begin with one of the prefixes ("layer1" means layer1.0.conv1, ...,
/// not layer10) out of learning. Returns their modules, which must stay in evaluation mode so that
/// their batch norms do not move either. Throws std::invalid_argument if a prefix names no layer.
std::vector<std::shared_ptr<torch::nn::Module>> freeze_by_prefix(
    Backbone& backbone, const std::vector<std::string>& prefixes);

}  // namespace llcodes
