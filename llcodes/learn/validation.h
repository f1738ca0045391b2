// How good the network is on validation data, by the measure of its phase.
#pragma once

#include <string>

#include "llcodes/data/source.h"
#include "llcodes/learn/history.h"
#include "llcodes/learn/network.h"

namespace llcodes {

/// Fills the accuracies of `metrics`. Switches the network to evaluation.
void validate(Network& network, Phase phase, const DataBundle& data, EpochMetrics& metrics);

/// What the best epoch of a phase is chosen by: accuracy of the logits, or MHD.
double score_of(const EpochMetrics& metrics);

/// One line about an epoch: "phase2 epoch 3 of 20: loss 1.234, ..., validation ED 80.1 %, ...".
std::string summary(const EpochMetrics& metrics, std::int64_t epochs);

}  // namespace llcodes
