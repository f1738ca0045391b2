// Repairs a codebook in which two classes share a code.
#pragma once

#include <cstddef>
#include <span>

#include "llcodes/core/code.h"

namespace llcodes {

struct RepairedCodes {
  Codes codes;
  std::size_t moved = 0;  ///< classes that got another code
};

/// Of the classes that share a code the one with the lowest label keeps it; each other one moves to
/// the free code that costs least, where flipping bit j of class l costs |latent[l, j]| (latent is
/// C, [num_classes, num_bits]). Deterministic. Throws std::invalid_argument if there are more
/// classes than codes.
RepairedCodes repair_duplicates(const Codes& codes, std::span<const float> latent);

/// The same for nested codes: already the first `prefix` bits of the classes shall differ (and so do
/// all longer prefixes); only these bits change.
RepairedCodes repair_duplicates(const Codes& codes, std::span<const float> latent, int prefix);

}  // namespace llcodes
