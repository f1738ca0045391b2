// How good the network is on validation data, by the measure of its phase.
#pragma once

#include <string>
#include <vector>

#include "llcodes/data/source.h"
#include "llcodes/learn/history.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/placement.h"
#include "llcodes/learn/process_group.h"

namespace llcodes {

/// Where validation runs.
struct ValidationOptions {
  const Placement& placement;
  ProcessGroup* group = nullptr;  ///< whose processes share the work; null for one on its own
  int workers = 1;
};

/// What the network says of every validation instance; empty what the phase does not judge by.
struct ValidationOutput {
  std::vector<float> projections;  ///< z, [n, bits]
  std::vector<float> logits;       ///< [n, classes]
};

/// Switches the network to evaluation; the processes of a group all take part.
ValidationOutput validation_output(Network& network, Phase phase, const DataBundle& data,
                                   const ValidationOptions& options);

/// Fills the accuracies of `metrics`, whose phase and step are set already. Switches the network to
/// evaluation. Throws RunError if its output is not finite.
void validate(Network& network, Phase phase, const DataBundle& data,
              const ValidationOptions& options, EpochMetrics& metrics);

/// What the best epoch of a phase is chosen by: MHD, or accuracy of the logits where there are no
/// codes.
double score_of(const EpochMetrics& metrics);

/// One line about an epoch: "phase2 epoch 3 of 20: loss 1.234, ..., validation ED 80.1 %, ...".
std::string summary(const EpochMetrics& metrics, std::int64_t epochs);

}  // namespace llcodes
