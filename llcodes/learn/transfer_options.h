// Options for what a run takes over from another one, and what of it goes on learning.
#pragma once

#include <cstdint>
#include <string>

#include "llcodes/core/options.h"

namespace llcodes {

struct TransferOptions {
  std::string start_from;           ///< model file whose backbone (and classifier) is taken over
  bool freeze = false;              ///< the backbone stays as it is
  std::int64_t unfreeze_last = 0;   ///< with freeze: layers at its end that learn all the same
  double backbone_rate = 1;         ///< factor of the backbone's learning rate after `linear`
  std::int64_t train_per_class = 0; ///< instances of each class to train on; 0: all
};

OptionTable options_of(TransferOptions& options);

/// Throws std::invalid_argument if the options contradict each other.
void check(const TransferOptions& options);

}  // namespace llcodes
