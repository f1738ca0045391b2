// Two pictures of the same classes in the same order: inner products of codes, and of the rows of
// the linear classifier, all scaled to unit length.
//
// A cell stands for two groups of neighbouring classes. The mean over all pairs of two groups is
// the inner product of the groups' mean vectors, so no matrix of all pairs is ever made.
#include <algorithm>
#include <cmath>
#include <span>
#include <string_view>

#include "llcodes/eval/paper_figures.h"
#include "llcodes/report/base64.h"
#include "llcodes/report/class_taxonomy.h"
#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr std::size_t kMostCells = 125;

std::span<const float> row_of(const ClassVectors& vectors, std::size_t index) {
  return {vectors.values.data() + index * vectors.columns, vectors.columns};
}

double inner_product(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += static_cast<double>(a[i]) * b[i];
  return sum;
}

/// Mean vectors, each first scaled to unit length, of `groups` groups of neighbours in `order`.
ClassVectors group_means(const ClassVectors& vectors, const std::vector<std::int32_t>& order,
                         std::size_t groups) {
  ClassVectors means{std::vector<float>(groups * vectors.columns), vectors.columns};
  for (std::size_t group = 0; group < groups; ++group) {
    const std::size_t begin = group * order.size() / groups;
    const std::size_t end = (group + 1) * order.size() / groups;
    for (std::size_t place = begin; place < end; ++place) {
      const auto row = row_of(vectors, static_cast<std::size_t>(order[place]));
      const double length = std::sqrt(std::max(inner_product(row, row), 1e-30));
      const double share = 1 / (length * static_cast<double>(end - begin));
      for (std::size_t i = 0; i < row.size(); ++i) {
        means.values[group * row.size() + i] += static_cast<float>(row[i] * share);
      }
    }
  }
  return means;
}

std::vector<double> products_of(const ClassVectors& vectors) {
  std::vector<double> products;
  for (std::size_t a = 0; a < vectors.num_classes(); ++a) {
    for (std::size_t b = 0; b < vectors.num_classes(); ++b) {
      products.push_back(inner_product(row_of(vectors, a), row_of(vectors, b)));
    }
  }
  return products;
}

/// The size that all but one in a hundred cells stay below: colours are not spent on the diagonal.
double common_size(std::vector<double> products) {
  for (double& product : products) product = std::abs(product);
  const auto place = products.begin() + static_cast<std::ptrdiff_t>(products.size() * 99 / 100);
  std::nth_element(products.begin(), place, products.end());
  return std::max(*place, 1e-9);
}

/// A byte a cell: 128 is zero, 1 and 255 are minus and plus "scale".
json matrix_of(const ClassVectors& vectors) {
  const std::vector<double> products = products_of(vectors);
  const double scale = common_size(products);
  std::vector<std::uint8_t> bytes;
  for (const double product : products) {
    bytes.push_back(
        static_cast<std::uint8_t>(std::lround(128 + 127 * std::clamp(product / scale, -1.0, 1.0))));
  }
  return {{"scale", rounded(scale, 4)}, {"values", base64(bytes)}};
}

using Correlation = std::optional<double> TaxonomyRow::*;

/// Mean row-wise Spearman correlation of a row, by its name.
json spearman_of(const Taxonomy& taxonomy, std::string_view name, Correlation correlation) {
  for (const TaxonomyRow& row : taxonomy.rows) {
    if (row.name == name && row.*correlation) return rounded(*(row.*correlation), 4);
  }
  return nullptr;
}

}  // namespace

json heat_map_section(const RunRecord& run, const Taxonomy& taxonomy) {
  const std::optional<RealClasses> real = real_classes(run);
  if (!real) return nullptr;
  const std::vector<std::int32_t> order = leaf_order(taxonomy.tree);
  const std::size_t cells = std::min(kMostCells, order.size());
  return {{"cells", cells},
          {"features", real->weights.columns},
          {"spearman", spearman_of(taxonomy, "codes", &TaxonomyRow::spearman)},
          {"spearman_random", spearman_of(taxonomy, "random codes", &TaxonomyRow::spearman)},
          {"spearman_means", spearman_of(taxonomy, "codes", &TaxonomyRow::spearman_means)},
          {"spearman_paper", kPaperSpearman},
          {"codes", matrix_of(group_means(vectors_of(run.codebook), order, cells))},
          {"real", matrix_of(group_means(real->weights, order, cells))}};
}

}  // namespace llcodes::report
