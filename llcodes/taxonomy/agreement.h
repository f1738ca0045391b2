// How well a tree agrees with groups or with a hierarchy that somebody gave.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "llcodes/taxonomy/hierarchy.h"
#include "llcodes/taxonomy/linkage.h"
#include "llcodes/taxonomy/tree.h"

namespace llcodes {

/// Dendrogram purity: over all pairs of leaves of one group, the mean share of that group among the
/// leaves below the pair's lowest common ancestor. 1: every group is a subtree. Exact, near linear.
/// Leaves of group -1 have no group: they form no pairs but dilute. Undefined if no group has two
/// leaves.
std::optional<double> dendrogram_purity(const Tree& tree, const std::vector<std::int32_t>& groups);

/// Normalised mutual information of two labellings of the same items, 2 I / (H + H); items whose
/// label is -1 in either are left out. 1 if both are constant.
double normalized_mutual_information(const std::vector<std::int32_t>& a,
                                     const std::vector<std::int32_t>& b);

/// Pearson correlation, over all pairs of classes, of the height at which the tree joins the pair
/// with the distance of the pair; undefined if either is constant. O(n^2).
std::optional<double> cophenetic_correlation(const Tree& tree, const PairDistances& distances);
/// The same with the steps between two classes in a given hierarchy; classes it misses are left
/// out.
std::optional<double> cophenetic_correlation(const Tree& tree, const Hierarchy& hierarchy);

struct Agreement {
  std::size_t groups = 0;
  std::optional<double> purity;
  double mutual_information = 0;     ///< at the cut into as many clusters as there are groups
  std::optional<double> cophenetic;  ///< with the hierarchy
};

Agreement measure_agreement(const Tree& tree, const Hierarchy& hierarchy, std::size_t level);

}  // namespace llcodes
