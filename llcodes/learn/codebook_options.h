// Options of codebooks: where the class codes come from, and which prefixes are codebooks too.
#pragma once

#include <string>
#include <vector>

#include "llcodes/core/options.h"

namespace llcodes {

/// The codebooks that have a name; anything else is a file (.llc or .npy).
///   learnt        by phase 1
///   random        distinct words of fair coins
///   svd           of the linear classifier's weights, rotated towards the corners of the cube
///   svd-plain     the same without rotation, as the paper's baseline
///   cca           canonical correlation of features and one-hot labels
///   cca-ridge     the same with a ridge of ten times the features' mean variance
///   max-distance  random words chosen to be far apart
///   algebraic     words of a linear code (BCH, Golay)
struct CodebookOptions {
  std::string codebook = "learnt";    ///< any of the above or a file; all but learnt are fixed
  std::string assignment = "random";  ///< random | semantic: who gets which word of a pool
  std::string nested;                 ///< "10,16": lengths of prefixes that are codebooks too
  std::string nested_weights;         ///< "1,1,2": of the prefixes and the whole; empty: all 1
};

OptionTable options_of(CodebookOptions& options);

/// Throws std::invalid_argument unless `name` is one of the names above or a file that exists.
void check_codebook_name(const std::string& name, const std::string& option);
bool is_codebook_file(const std::string& name);
/// True if the codes can only be made from a trained linear classifier.
bool needs_classifier(const std::string& name, const std::string& assignment);
/// True if phase 1 may do without this start: where there is no classifier it has random values.
bool is_optional_start(const std::string& name);

/// One codebook inside the codes: its first `bits` bits, and the weight of its loss.
struct Prefix {
  int bits;
  double weight;
};
/// The prefixes in increasing length, the whole code last; weights add up to 1. Throws
/// std::invalid_argument if lengths do not rise below `bits` or the weights do not fit.
std::vector<Prefix> prefixes_of(const CodebookOptions& options, int bits);

}  // namespace llcodes
