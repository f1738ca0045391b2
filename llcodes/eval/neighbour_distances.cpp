#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

#include "llcodes/eval/ood_scores.h"

namespace llcodes {
namespace {

// Bank rows that stay in the second-level cache while a block of queries passes over them.
constexpr std::size_t kBlock = 64;

/// Rows scaled to unit length, stored by columns within blocks of kBlock rows, so that the inner
/// loop runs over rows and the compiler vectorizes it.
struct UnitBank {
  std::size_t columns, count;
  std::vector<float> values;  ///< [blocks, columns, kBlock]

  explicit UnitBank(const FeatureRows& rows);
  const float* block(std::size_t index) const { return values.data() + index * columns * kBlock; }
  std::size_t blocks() const { return (count + kBlock - 1) / kBlock; }
};

std::vector<float> unit_row(const FeatureRows& rows, std::size_t index) {
  const auto row = rows.values.subspan(index * rows.columns, rows.columns);
  double squares = 0;
  for (const float value : row) squares += static_cast<double>(value) * value;
  const auto scale = static_cast<float>(squares > 0 ? 1 / std::sqrt(squares) : 0);
  std::vector<float> unit(row.begin(), row.end());
  for (float& value : unit) value *= scale;
  return unit;
}

UnitBank::UnitBank(const FeatureRows& rows) : columns(rows.columns), count(rows.size()) {
  values.resize(blocks() * columns * kBlock);
  for (std::size_t index = 0; index < count; ++index) {
    const std::vector<float> unit = unit_row(rows, index);
    float* const start = values.data() + index / kBlock * columns * kBlock + index % kBlock;
    for (std::size_t column = 0; column < columns; ++column) start[column * kBlock] = unit[column];
  }
}

/// Inner products of one query with all rows of the bank.
void multiply(const std::vector<float>& query, const UnitBank& bank, std::vector<float>& products) {
  for (std::size_t block = 0; block < bank.blocks(); ++block) {
    float sums[kBlock] = {};
    const float* values = bank.block(block);
    for (const float factor : query) {
      for (std::size_t row = 0; row < kBlock; ++row) sums[row] += factor * values[row];
      values += kBlock;
    }
    const std::size_t rows = std::min(kBlock, bank.count - block * kBlock);
    std::copy_n(sums, rows, products.begin() + static_cast<std::ptrdiff_t>(block * kBlock));
  }
}

}  // namespace

std::vector<double> neighbour_distances(const FeatureRows& queries, const FeatureRows& bank,
                                        std::size_t neighbours, const Progress& progress) {
  if (neighbours == 0 || bank.size() < neighbours) {
    throw std::invalid_argument("nearest neighbours: found " + std::to_string(bank.size()) +
                                " reference instances, expected " + std::to_string(neighbours) +
                                " or more");
  }
  if (queries.columns != bank.columns) {
    throw std::invalid_argument("nearest neighbours: found " + std::to_string(queries.columns) +
                                " features, expected " + std::to_string(bank.columns));
  }
  const UnitBank unit_bank(bank);
  std::vector<float> products(bank.size());
  std::vector<double> distances;
  for (std::size_t index = 0; index < queries.size(); ++index) {
    multiply(unit_row(queries, index), unit_bank, products);
    const auto place = products.begin() + static_cast<std::ptrdiff_t>(neighbours - 1);
    std::nth_element(products.begin(), place, products.end(), std::greater{});
    distances.push_back(std::sqrt(std::max(0.0, 2 - 2 * static_cast<double>(*place))));
    if (progress && (index % 256 == 255 || index + 1 == queries.size())) {
      progress({"nearest neighbours", index + 1, queries.size(), "instances", ""});
    }
  }
  return distances;
}

}  // namespace llcodes
