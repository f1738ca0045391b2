// Options that would do nothing are refused, so that nobody takes a result for what it is not.
#pragma once

#include <string>
#include <vector>

#include "llcodes/core/options.h"

namespace llcodes::cli {

/// The options of a verb as the user has set them, and as they are by default.
struct OptionChange {
  OptionTable given;
  OptionTable usual;
};

/// Throws std::invalid_argument if one of the options `names` is not as usual: it has no effect
/// `where`, for example "without --ood" or "with --retrieval".
void refuse_unused(const OptionChange& options, const std::vector<std::string>& names,
                   const std::string& where);

}  // namespace llcodes::cli
