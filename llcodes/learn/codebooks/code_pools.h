// Codebooks that know nothing of the data: what a learnt one has to beat.
//
// All are functions of their seed. A pool may hold more words than there are classes; which class
// gets which word is the business of assignment.h.
#pragma once

#include <cstddef>
#include <cstdint>

#include "llcodes/core/code.h"

namespace llcodes {

struct PoolRequest {
  int num_bits = 20;
  std::size_t num_classes = 0;
  std::uint64_t seed = 1;
};

/// Distinct words, each bit a fair coin. All functions here throw std::invalid_argument if the bits
/// do not suffice for the classes.
Codes random_codes(const PoolRequest& request);

/// Words that are drawn one after another, each the farthest of many draws from those before.
Codes max_distance_codes(const PoolRequest& request);

/// All words of the best linear code (linear_code.h) with room for the classes.
Codes algebraic_codes(const PoolRequest& request);

/// The centres of CSQ: rows of Hadamard's matrix and their opposites where bits are a power of two
/// and suffice for the classes; otherwise words with as many ones as zeros, drawn to be far apart;
/// max_distance_codes where there are too few of those.
Codes csq_centres(const PoolRequest& request);

}  // namespace llcodes
