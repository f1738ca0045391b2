// The table of OOD detection as named figures, for the cache of `reproduce`.
#pragma once

#include "cli/experiments.h"
#include "llcodes/eval/ood.h"

namespace llcodes::cli {

/// The group of figures by thresholds that were tuned on so many (kTuningCounts): "up to 300 OOD
/// samples", ...
std::string tuning_group(std::size_t samples);

/// "<rule>: f1", "<rule>: auroc", ... of every rule, then the figures of each tuning_group(). A
/// rule is named with its threshold and, if OOD samples set it, with their number, or "all" for the
/// largest up to 3,000: "MSP, tuned for F1 on all".
Values values_of(const OodTable& table);

}  // namespace llcodes::cli
