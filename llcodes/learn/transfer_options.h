// Options for what a run takes over from elsewhere, and what of it goes on learning.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/core/options.h"

namespace llcodes {

/// Slow where codes follow a linear classifier whose schedule has ended or a model taken over, else
/// as fast as the rest (phases.h).
inline constexpr double kAutomaticRate = -1;

struct TransferOptions {
  std::string start_from;        ///< model file whose backbone (and classifier) is taken over
  std::string weights;           ///< safetensors file to start from
  bool partial_weights = false;  ///< it may lack tensors of the backbone
  std::vector<std::string>
      freeze_layers;  ///< layers of the backbone that stay: see frozen_layers.h
  double backbone_rate =
      kAutomaticRate;                ///< factor of the learning rate of a backbone that has learnt
  std::int64_t train_per_class = 0;  ///< instances of each class to train on; 0: all
};

OptionTable options_of(TransferOptions& options);

/// True if the backbone does not start from random weights.
bool starts_from_learnt(const TransferOptions& options);

/// Throws std::invalid_argument if the options contradict each other.
void check(const TransferOptions& options);

}  // namespace llcodes
