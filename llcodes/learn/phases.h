// The phases of a run: which ones, in which order, how long. No libtorch here.
#pragma once

#include <string_view>
#include <vector>

#include "llcodes/learn/train_options.h"

namespace llcodes {

enum class Phase { kLinear, kCodebook, kInstance, kRival };

std::string_view name_of(Phase phase);  ///< "linear", "phase1", "phase2", "rival"

/// The phases that the options ask for. A classifier that --start-from may bring is not trained
/// again, unless it is the aim itself.
std::vector<Phase> planned_phases(const TrainOptions& options);

const PhaseOptions& options_of(Phase phase, const TrainOptions& options);

/// The classifier learns by that schedule to the end, beside the codes.
bool classifier_learns_throughout(const TrainOptions& options);

/// Throws std::invalid_argument if --schedule-epochs does not fit the phases.
void check_schedule(const TrainOptions& options);

/// The factor of the backbone's learning rate in a phase. A backbone that nothing has taught yet
/// learns at the full rate.
double backbone_rate(Phase phase, const TrainOptions& options);

/// The epochs of the one schedule that backbone and classifier follow through all phases; 0 where
/// each phase has a schedule of its own.
std::int64_t epochs_throughout(const TrainOptions& options);
/// How many of them are over when `phase` begins: none before a linear phase from random weights;
/// else what the epochs still to come leave, so that the last one ends the schedule.
std::int64_t epochs_before(Phase phase, const TrainOptions& options);

/// True if class codes come ready-made: nothing learns them.
bool has_fixed_codebook(const TrainOptions& options);

}  // namespace llcodes
