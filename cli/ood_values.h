// The table of OOD detection as named figures, for the cache of `reproduce`.
#pragma once

#include "cli/experiments.h"
#include "llcodes/eval/ood.h"

namespace llcodes::cli {

/// "<rule>: f1", "<rule>: auroc", ... of every rule. A rule is named with its threshold and, if OOD
/// samples set it, with their number, or "all" for the largest: "MSP, tuned for F1 on all".
Values values_of(const OodTable& table);

/// The figures of one rule, by plain names; empty if it was not measured.
Values values_of_rule(const Values& all, const std::string& rule);

}  // namespace llcodes::cli
