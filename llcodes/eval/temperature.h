// How sure the posteriors of soft decoding may be: one number that divides all projections.
//
// The posterior of class l is softmax_l(<c_l, z> / 2T). Bits that fit the training data are too sure
// of new data (T above 1); smoothed labels make them too modest (below). `best_temperature` makes the posteriors of validation instances most
// likely (temperature scaling, Guo et al. 2017). Training divides the projection and its thresholds
// by it when it saves a model, which changes no bit and no order of classes.
#pragma once

#include <cstdint>
#include <span>

#include "llcodes/core/codebook.h"

namespace llcodes {

/// Between 1/4 and 16. `projections` is [n, num_bits], a label an
/// instance; a share of them is used where there are many. Throws std::invalid_argument if the sizes
/// do not fit.
double best_temperature(const Codebook& codebook, std::span<const float> projections,
                        std::span<const std::int32_t> labels);

}  // namespace llcodes
