// The table of OOD detection as named figures, for the cache of `reproduce`.
#pragma once

#include "cli/experiments.h"
#include "llcodes/eval/ood.h"

namespace llcodes::cli {

/// "<rule>: f1", "<rule>: auroc", ... of every rule. A rule is named with its threshold and, if OOD
/// samples set it, with their number, or "all" for the largest: "MSP, tuned for F1 on all".
Values values_of(const OodTable& table);

}  // namespace llcodes::cli
