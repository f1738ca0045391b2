#include "llcodes/search/weights.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <vector>

namespace llcodes {
namespace {

constexpr int kMostBits = 16;

/// All numbers of some bits by weight, and where each weight begins.
struct Table {
  std::vector<std::uint32_t> masks;
  std::vector<std::size_t> begins;
};

Table make_table(int bits) {
  Table table;
  for (int weight = 0; weight <= bits; ++weight) {
    table.begins.push_back(table.masks.size());
    std::uint64_t mask = (std::uint64_t{1} << weight) - 1;
    for (std::uint64_t i = binomial(bits, weight); i > 0; --i) {
      table.masks.push_back(static_cast<std::uint32_t>(mask));
      if (i > 1) mask = next_of_same_weight(mask);
    }
  }
  table.begins.push_back(table.masks.size());
  return table;
}

std::array<Table, kMostBits + 1> make_tables() {
  std::array<Table, kMostBits + 1> tables;
  for (int bits = 0; bits <= kMostBits; ++bits) {
    tables[static_cast<std::size_t>(bits)] = make_table(bits);
  }
  return tables;
}

}  // namespace

std::uint64_t next_of_same_weight(std::uint64_t mask) {
  const std::uint64_t lowest = mask & -mask;
  const std::uint64_t ripple = mask + lowest;
  return ripple | ((mask ^ ripple) >> (std::countr_zero(mask) + 2));
}

std::uint64_t binomial(int n, int k) {
  double result = 1;
  for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
  return static_cast<std::uint64_t>(std::min(result + 0.5, 1e18));
}

std::span<const std::uint32_t> masks_of_weight(int bits, int weight) {
  assert(bits <= kMostBits && weight <= bits);
  static const std::array<Table, kMostBits + 1> tables = make_tables();
  const Table& table = tables[static_cast<std::size_t>(bits)];
  const auto w = static_cast<std::size_t>(weight);
  return std::span(table.masks).subspan(table.begins[w], table.begins[w + 1] - table.begins[w]);
}

}  // namespace llcodes
