// The taxonomy that a codebook implies, measured: agreement with a given hierarchy and with
// real-valued class representations, and a random codebook beside it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/progress.h"
#include "llcodes/eval/rank_correlation.h"
#include "llcodes/taxonomy/agreement.h"
#include "llcodes/taxonomy/hierarchy.h"
#include "llcodes/taxonomy/linkage.h"

namespace llcodes {

struct TaxonomyOptions {
  Linkage linkage = Linkage::kAverage;
  std::size_t level = 0;   ///< of the hierarchy; 0: its natural level
  std::uint64_t seed = 1;  ///< of the random codebook
};

/// Real-valued representations of the classes, in their order, that codes are compared with.
struct RealClasses {
  ClassVectors weights;               ///< rows of the linear classifier
  std::optional<ClassVectors> means;  ///< mean features, the mean of all taken off
};

/// What is measured about one representation of the classes; empty: not asked for, or undefined.
struct TaxonomyRow {
  std::string name;  ///< "codes", "random codes", "linear classifier", "mean features"
  std::optional<double> spearman;        ///< mean over classes, against the linear classifier
  std::optional<double> spearman_means;  ///< the same against the mean features
  std::optional<Agreement> agreement;    ///< with the hierarchy
  std::optional<double> cophenetic;      ///< of the tree with the distances it was made from
};

struct Taxonomy {
  Tree tree;                      ///< of the codes
  std::size_t level = 0;          ///< of the hierarchy that was used; 0: none given
  std::vector<TaxonomyRow> rows;  ///< codes, random codes, and the real-valued ones if given
};

/// Trees of real-valued representations are made from 1 - cosine. Throws std::invalid_argument if
/// there are fewer than two classes.
Taxonomy discover_taxonomy(const Codebook& codebook, const std::optional<RealClasses>& real,
                           const std::optional<Hierarchy>& hierarchy,
                           const TaxonomyOptions& options = {}, const Progress& progress = {});

/// As many different random codes of the same width. Throws std::invalid_argument if there are not
/// that many.
Codebook random_codebook(int num_bits, std::size_t num_classes, std::uint64_t seed);

/// Classes that share their code with an earlier one, each with that one.
struct SharedCode {
  std::int32_t label = 0, earlier = 0;
};
std::vector<SharedCode> shared_codes(const Codebook& codebook);

}  // namespace llcodes
