// Options that change what is minimised or how the weights are averaged.
#pragma once

#include <cstdint>

#include "llcodes/core/options.h"

namespace llcodes {

struct ObjectiveOptions {
  // Phase 1 (eq. 2).
  bool score_cosine = false;         ///< cosines instead of inner products
  double score_margin = 0;           ///< subtracted from the true class's score before scaling
  double distance_weight = 0;        ///< pressure on classes whose codes are too close
  std::int64_t distance_target = 4;  ///< bits that two classes shall differ in

  // Phase 2 (eq. 3).
  double bit_smoothing = 0.15;  ///< targets 1 - s/2 and s/2 instead of 1 and 0
  double bit_margin = 0;        ///< |z| that a bit must reach before it counts as right
  double bit_balance = 0;       ///< weight of the squared mean of each bit over the batch

  // Both phases.
  double class_loss = 1;  ///< weight of the linear classifier's loss on the same features

  // Both phases and the rivals.
  double feature_dropout = 0;  ///< share of F(x) that a step leaves out
  double mixup = 0;            ///< a of Beta(a, a); 0: off
  double average = 0.998;      ///< decay of the mean of the weights a step; 0: off
  double rival_weight = -1;    ///< of greedyhash's and csq's quantisation; -1: their papers'
};

OptionTable options_of(ObjectiveOptions& options);

}  // namespace llcodes
