// Which class gets which word of a pool.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "llcodes/core/code.h"

namespace llcodes {

/// A different word for each class, drawn by the seed. Throws std::invalid_argument if the pool has
/// fewer words than there are classes.
Codes assign_randomly(const Codes& pool, std::size_t num_classes, std::uint64_t seed);

/// Similar classes get words that lie close: starts at random and exchanges the words of two
/// classes (or of a class and nobody) as long as the sum over pairs of classes of
///   similarity * <word, word>
/// grows. `similarity` is [num_classes, num_classes], symmetric. Finds a local optimum; one sweep
/// costs O(words^2 bits), sampled beyond 4096 words.
Codes assign_semantically(const Codes& pool, std::span<const float> similarity,
                          std::size_t num_classes, std::uint64_t seed);

}  // namespace llcodes
