// Groups instances that no class fits: candidates for new classes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "llcodes/core/progress.h"

namespace llcodes {

struct GroupingOptions {
  double max_distance = 0.2;  ///< 1 - cosine, on average, up to which groups are joined
  std::size_t min_size = 3;   ///< smaller groups are left out
};

/// The group of each row of `projections` [n, num_bits], numbered from the largest group on (equal
/// ones by their first row), or -1. Average linkage on 1 - cosine: directions, since strangers
/// differ in how sure the network is. O(n^2).
std::vector<std::int32_t> group_projections(const std::vector<float>& projections, int num_bits,
                                            const GroupingOptions& options,
                                            const Progress& progress = {});

}  // namespace llcodes
