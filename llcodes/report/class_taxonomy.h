// The tree of the class codes that the figures of a report share, and how it was measured.
#pragma once

#include <optional>

#include "llcodes/report/run_record.h"
#include "llcodes/taxonomy/taxonomy.h"

namespace llcodes::report {

/// Of the linear classifier, if the run has one.
std::optional<RealClasses> real_classes(const RunRecord& run);

/// Nothing if there are fewer than three classes.
std::optional<Taxonomy> class_taxonomy(const RunRecord& run);

}  // namespace llcodes::report
