#include "llcodes/learn/objective_options.h"

#include "llcodes/core/code.h"

namespace llcodes {

OptionTable options_of(ObjectiveOptions& o) {
  OptionTable table;
  table.group("Objective")
      .flag("score-cosine", o.score_cosine, "phase 1: cosines instead of inner products")
      .number("score-margin", o.score_margin,
              "phase 1: taken from the true class's score before scaling", 0, 100)
      .number("distance-weight", o.distance_weight,
              "phase 1: pressure on classes whose codes are too close", 0, 1000)
      .number("distance-target", o.distance_target,
              "phase 1: bits that this pressure wants two classes to differ in", 1, kMaxBits)
      .number("bit-smoothing", o.bit_smoothing, "phase 2: label smoothing of the bits", 0, 0.999)
      .number("bit-margin", o.bit_margin, "phase 2: taken from each bit's logit", 0, 100)
      .number("bit-balance", o.bit_balance,
              "phase 2: weight of each bit's squared mean over the batch", 0, 1000)
      .number("class-loss", o.class_loss,
              "phases 1 and 2: weight of the linear classifier's loss on the same features", 0, 1000)
      .number("feature-dropout", o.feature_dropout, "share of the features a step leaves out", 0,
              0.95)
      .number("mixup", o.mixup, "a of Beta(a, a), the share of two mixed instances; 0: off", 0, 1)
      .number("average", o.average,
              "decay of the mean of the weights, which is judged and saved; 0: off", 0, 0.99999)
      .number("rival-weight", o.rival_weight,
              "quantisation term of greedyhash and csq; -1: as their papers", -1, 1000);
  return table;
}

}  // namespace llcodes
