// All that a report shows, in one JSON object.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "llcodes/data/source.h"
#include "llcodes/report/run_record.h"

namespace llcodes::report {

/// Sections that the run cannot give are null, and "missing" says why. `data` gives the pictures;
/// parts of it may be null. A few seconds for a thousand classes.
nlohmann::json gather(const RunRecord& run, const DataBundle& data);
/// The same where nobody wants pictures: "missing" says so.
nlohmann::json gather_without_pictures(const RunRecord& run);

}  // namespace llcodes::report
