// Two pictures of the same classes in the same order: inner products of codes, and of the rows of
// the linear classifier, all scaled to unit length.
//
// A cell stands for two groups of neighbouring classes. The mean over all pairs of two groups is
// the inner product of the groups' mean vectors, so no matrix of all pairs is ever made. Within one
// group a class is not compared with itself, which would make any diagonal stand out.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
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

/// Classes in the order of the tree, divided into groups of neighbours.
struct Groups {
  std::vector<std::int32_t> order;
  std::size_t count = 0;

  std::size_t begin(std::size_t group) const { return group * order.size() / count; }
  std::size_t end(std::size_t group) const { return begin(group + 1); }
  std::size_t size(std::size_t group) const { return end(group) - begin(group); }
};

/// The mean vector of each group, of vectors that are first scaled to unit length.
ClassVectors group_means(const ClassVectors& vectors, const Groups& groups) {
  ClassVectors means{std::vector<float>(groups.count * vectors.columns), vectors.columns};
  for (std::size_t group = 0; group < groups.count; ++group) {
    for (std::size_t place = groups.begin(group); place < groups.end(group); ++place) {
      const auto row = row_of(vectors, static_cast<std::size_t>(groups.order[place]));
      const double length = std::sqrt(std::max(inner_product(row, row), 1e-30));
      const double share = 1 / (length * static_cast<double>(groups.size(group)));
      for (std::size_t i = 0; i < row.size(); ++i) {
        means.values[group * row.size() + i] += static_cast<float>(row[i] * share);
      }
    }
  }
  return means;
}

/// Mean over the pairs of different classes of one group, of which `mean` is that over all pairs;
/// not a number for a group of one.
double without_own(double mean, std::size_t size) {
  if (size == 1) return std::numeric_limits<double>::quiet_NaN();
  const auto n = static_cast<double>(size);
  return (n * n * mean - n) / (n * n - n);
}

/// The cells, row by row.
std::vector<double> products_of(const ClassVectors& means, const Groups& groups) {
  std::vector<double> products;
  for (std::size_t a = 0; a < groups.count; ++a) {
    for (std::size_t b = 0; b < groups.count; ++b) {
      const double product = inner_product(row_of(means, a), row_of(means, b));
      products.push_back(a == b ? without_own(product, groups.size(a)) : product);
    }
  }
  return products;
}

/// Means of the cells whose groups are the same, neighbours, and farther apart; null where there is
/// no such cell.
json alikeness(const std::vector<double>& products, std::size_t groups) {
  struct Mean {
    double sum = 0, count = 0;
    json value() const { return count == 0 ? json() : json(rounded(sum / count, 4)); }
  };
  std::array<Mean, 3> means;
  for (std::size_t cell = 0; cell < products.size(); ++cell) {
    if (std::isnan(products[cell])) continue;
    const std::size_t a = cell / groups, b = cell % groups;
    Mean& mean = means[std::min<std::size_t>(a < b ? b - a : a - b, 2)];
    mean.sum += products[cell];
    ++mean.count;
  }
  return {{"within", means[0].value()}, {"adjacent", means[1].value()}, {"far", means[2].value()}};
}

/// The size that all but one in a hundred cells stay below: colours are not spent on the diagonal.
double common_size(std::vector<double> products) {
  std::erase_if(products, [](double product) { return std::isnan(product); });
  for (double& product : products) product = std::abs(product);
  const auto place = products.begin() + static_cast<std::ptrdiff_t>(products.size() * 99 / 100);
  std::nth_element(products.begin(), place, products.end());
  return std::max(*place, 1e-9);
}

/// 128 is zero, 1 and 255 are minus and plus `scale`, 0 is no value.
std::uint8_t byte_of(double product, double scale) {
  if (std::isnan(product)) return 0;
  return static_cast<std::uint8_t>(std::lround(128 + 127 * std::clamp(product / scale, -1.0, 1.0)));
}

/// A byte a cell, and how alike groups are on average.
json matrix_of(const ClassVectors& vectors, const Groups& groups) {
  const std::vector<double> products = products_of(group_means(vectors, groups), groups);
  const double scale = common_size(products);
  std::vector<std::uint8_t> bytes;
  for (const double product : products) bytes.push_back(byte_of(product, scale));
  return {{"scale", rounded(scale, 4)},
          {"values", base64(bytes)},
          {"alike", alikeness(products, groups.count)}};
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
  Groups groups{.order = leaf_order(taxonomy.tree)};
  groups.count = std::min(kMostCells, groups.order.size());
  return {{"cells", groups.count},
          {"features", real->weights.columns},
          {"spearman", spearman_of(taxonomy, "codes", &TaxonomyRow::spearman)},
          {"spearman_random", spearman_of(taxonomy, "random codes", &TaxonomyRow::spearman)},
          {"spearman_means", spearman_of(taxonomy, "codes", &TaxonomyRow::spearman_means)},
          {"spearman_paper", kPaperSpearman},
          {"codes", matrix_of(vectors_of(run.codebook), groups)},
          {"real", matrix_of(real->weights, groups)}};
}

}  // namespace llcodes::report
