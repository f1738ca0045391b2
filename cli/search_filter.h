// Which entries `llcodes search` may answer with.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "llcodes/core/options.h"
#include "llcodes/search/index.h"

namespace llcodes::cli {

struct FilterOptions {
  std::string only;
  std::vector<std::string> classes;
  std::int64_t first_id = std::numeric_limits<std::int64_t>::min();
  std::int64_t last_id = std::numeric_limits<std::int64_t>::max();
};
OptionTable options_of(FilterOptions& options);

/// Classes are numbers, or names that `class_names` (of the model; may be empty) knows. Throws
/// std::invalid_argument for an unknown class or name.
Filter filter_of(const FilterOptions& options, const std::vector<std::string>& class_names,
                 const Index& index);

}  // namespace llcodes::cli
