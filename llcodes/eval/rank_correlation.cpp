#include "llcodes/eval/rank_correlation.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

/// The products of one class with all others: that with itself says nothing.
std::vector<float> row_without_self(const ClassVectors& vectors, std::size_t label) {
  std::vector<float> row(vectors.num_classes());
  inner_products(vectors, label, row);
  row.erase(row.begin() + static_cast<std::ptrdiff_t>(label));
  return row;
}

}  // namespace

std::vector<double> ranks_of(std::span<const float> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, {}, [&](std::size_t i) { return values[i]; });
  std::vector<double> ranks(values.size());
  for (std::size_t begin = 0; begin < order.size();) {
    std::size_t end = begin;
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const double mean_rank = static_cast<double>(begin + end + 1) / 2;
    for (std::size_t place = begin; place < end; ++place) ranks[order[place]] = mean_rank;
    begin = end;
  }
  return ranks;
}

double spearman(std::span<const float> a, std::span<const float> b) {
  const std::vector<double> ranks_a = ranks_of(a), ranks_b = ranks_of(b);
  const double mean = static_cast<double>(a.size() + 1) / 2;  // of both, ties or not
  double squares_a = 0, squares_b = 0, products = 0;
  for (std::size_t i = 0; i < ranks_a.size(); ++i) {
    squares_a += (ranks_a[i] - mean) * (ranks_a[i] - mean);
    squares_b += (ranks_b[i] - mean) * (ranks_b[i] - mean);
    products += (ranks_a[i] - mean) * (ranks_b[i] - mean);
  }
  return squares_a > 0 && squares_b > 0 ? products / std::sqrt(squares_a * squares_b) : 0;
}

ClassVectors vectors_of(const Codebook& codebook) {
  return {to_signs(codebook.codes()), static_cast<std::size_t>(codebook.num_bits())};
}

void inner_products(const ClassVectors& vectors, std::size_t label, std::span<float> products) {
  const float* const own = vectors.values.data() + label * vectors.columns;
  for (std::size_t other = 0; other < products.size(); ++other) {
    const float* const row = vectors.values.data() + other * vectors.columns;
    float sum = 0;
    for (std::size_t column = 0; column < vectors.columns; ++column)
      sum += own[column] * row[column];
    products[other] = sum;
  }
}

double mean_row_spearman(const ClassVectors& a, const ClassVectors& b, const Progress& progress) {
  const std::size_t classes = a.num_classes();
  if (classes != b.num_classes() || classes < 3) {
    throw std::invalid_argument("rank correlation: found " + std::to_string(classes) + " and " +
                                std::to_string(b.num_classes()) +
                                " classes, expected the same number, three or more");
  }
  double sum = 0;
  for (std::size_t label = 0; label < classes; ++label) {
    sum += spearman(row_without_self(a, label), row_without_self(b, label));
    if (progress && label % 64 == 63)
      progress({"rank correlation", label + 1, classes, "classes", ""});
  }
  return sum / static_cast<double>(classes);
}

}  // namespace llcodes
