// What sections say about single instances: decisions, names, numbers.
#pragma once

#include <vector>

#include "llcodes/core/decoder.h"
#include "llcodes/report/run_record.h"

namespace llcodes::report {

/// Soft decoding where projections were kept, minimum Hamming distance else.
DecoderOptions best_decoder(const EncodedSet& set);

std::vector<Decision> decide(const Codebook& codebook, const EncodedSet& set,
                             const DecoderOptions& options);

/// The name of instance `index`, or its number where names were not kept.
std::string instance_name(const EncodedSet& set, std::size_t index);

/// A number with few digits: the page needs no more, and must stay small.
double rounded(double value, int digits);

}  // namespace llcodes::report
