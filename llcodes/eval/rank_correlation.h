// Spearman's rank correlation, and how alike two tables of class similarities are.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/progress.h"

namespace llcodes {

/// Ranks from 1; equal values share the mean of their ranks.
std::vector<double> ranks_of(std::span<const float> values);

/// Pearson correlation of the ranks; 0 if either list is constant. Both have the same length.
double spearman(std::span<const float> a, std::span<const float> b);

/// A vector a class, [num_classes, columns] row-major: codes as -1 and +1, or rows of a linear
/// model.
struct ClassVectors {
  std::vector<float> values;
  std::size_t columns = 0;

  std::size_t num_classes() const { return columns == 0 ? 0 : values.size() / columns; }
};

ClassVectors vectors_of(const Codebook& codebook);

/// The inner products of class `label` with all classes, [num_classes].
void inner_products(const ClassVectors& vectors, std::size_t label, std::span<float> products);

/// The paper's measure of a learnt taxonomy: for each class, the Spearman correlation of its inner
/// products with all other classes by `a` and by `b`; the mean over classes. O(L^2 (columns + log
/// L)). Throws std::invalid_argument if the numbers of classes differ or are below three.
double mean_row_spearman(const ClassVectors& a, const ClassVectors& b,
                         const Progress& progress = {});

}  // namespace llcodes
