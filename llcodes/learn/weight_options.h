// Options for weights that come from outside, and what of them goes on learning.
#pragma once

#include <string>
#include <vector>

#include "llcodes/core/options.h"

namespace llcodes {

struct WeightOptions {
  std::string file;                        ///< safetensors file to start from
  bool partial = false;                    ///< it may lack tensors of the backbone
  std::vector<std::string> freeze_layers;  ///< layers of the backbone that stay, by prefix
  double backbone_rate = 1;                ///< factor of the backbone's learning rate
};

OptionTable options_of(WeightOptions& options);

/// Throws std::invalid_argument if the options contradict each other.
void check(const WeightOptions& options);

}  // namespace llcodes
