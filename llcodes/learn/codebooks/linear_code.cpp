#include "llcodes/learn/codebooks/linear_code.h"

#include <algorithm>
#include <bit>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace llcodes {
namespace {

constexpr int kMaxDimension = 20;
constexpr int kSmallestOrder = 3, kLargestOrder = 8;
/// x^m + ... + 1 that generates all of GF(2^m), m = 3 to 8.
constexpr unsigned kPrimitive[] = {0b1011, 0b10011, 0b100101, 0b1000011, 0b10001001, 0b100011101};

using Polynomial = std::vector<bool>;  ///< coefficient of x^i at i

/// GF(2^m) by logarithms.
class Field {
 public:
  explicit Field(int order) : size_((1 << order) - 1), power_(2 * static_cast<std::size_t>(size_)) {
    log_.resize(static_cast<std::size_t>(size_) + 1);
    unsigned value = 1;
    for (int i = 0; i < size_; ++i) {
      power_[static_cast<std::size_t>(i)] = power_[static_cast<std::size_t>(i + size_)] = value;
      log_[value] = i;
      value <<= 1;
      if (value >> order) value ^= kPrimitive[order - kSmallestOrder];
    }
  }

  int size() const { return size_; }  ///< of the group: 2^m - 1
  unsigned power(int exponent) const { return power_[static_cast<std::size_t>(exponent % size_)]; }
  unsigned times(unsigned a, unsigned b) const {
    if (a == 0 || b == 0) return 0;
    return power_[static_cast<std::size_t>(log_[a] + log_[b])];
  }

 private:
  int size_;
  std::vector<unsigned> power_;
  std::vector<int> log_;
};

/// The exponents i, 2i, 4i, ... : together they are the roots of one polynomial over {0, 1}.
std::set<int> conjugates(int exponent, int size) {
  std::set<int> orbit;
  for (int i = exponent % size; orbit.insert(i).second;) i = 2 * i % size;
  return orbit;
}

/// The product of (x - a^i) over the exponents i, which has coefficients 0 and 1.
Polynomial polynomial_with_roots(const Field& field, const std::set<int>& exponents) {
  std::vector<unsigned> product = {1};
  for (const int exponent : exponents) {
    std::vector<unsigned> next(product.size() + 1);
    for (std::size_t i = 0; i < product.size(); ++i) {
      next[i + 1] ^= product[i];
      next[i] ^= field.times(product[i], field.power(exponent));
    }
    product = std::move(next);
  }
  return Polynomial(product.begin(), product.end());
}

/// A cyclic code by its generator polynomial; a parity bit stands before its `length` bits.
struct CyclicCode {
  int length;
  Polynomial generator;

  int dimension() const { return length - static_cast<int>(generator.size()) + 1; }
};

/// BCH codes of that order, from all words on: each has two more roots than the one before.
std::vector<CyclicCode> bch_codes(int order) {
  const Field field(order);
  std::vector<CyclicCode> codes = {{field.size(), {true}}};
  std::set<int> roots;
  for (int exponent = 1; exponent < field.size(); exponent += 2) {
    if (roots.contains(exponent)) continue;
    roots.merge(conjugates(exponent, field.size()));
    if (static_cast<int>(roots.size()) == field.size()) break;
    codes.push_back({field.size(), polynomial_with_roots(field, roots)});
  }
  return codes;
}

/// x^11 + x^10 + x^6 + x^5 + x^4 + x^2 + 1.
CyclicCode golay_code() {
  Polynomial generator(12);
  for (const int exponent : {0, 2, 4, 5, 6, 10, 11})
    generator[static_cast<std::size_t>(exponent)] = true;
  return {23, generator};
}

void add_row(std::span<Word> row, CodeView other) {
  for (std::size_t i = 0; i < row.size(); ++i) row[i] ^= other[i];
}

/// Row i is the parity bit and x^i times the generator polynomial, cut after num_bits.
void fill_row(Codes& rows, std::size_t index, const CyclicCode& code) {
  bool parity = false;
  for (std::size_t i = 0; i < code.generator.size(); ++i) {
    if (!code.generator[i]) continue;
    parity = !parity;
    const int bit = 1 + static_cast<int>(i + index);
    if (bit < rows.num_bits()) rows.set_bit(index, bit, true);
  }
  rows.set_bit(index, 0, parity);
}

int rank_of(Codes rows) {
  std::size_t rank = 0;
  for (int bit = 0; bit < rows.num_bits() && rank < rows.size(); ++bit) {
    std::size_t pivot = rank;
    while (pivot < rows.size() && !rows.bit(pivot, bit)) ++pivot;
    if (pivot == rows.size()) continue;
    std::swap_ranges(rows[pivot].begin(), rows[pivot].end(), rows[rank].begin());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (i != rank && rows.bit(i, bit)) add_row(rows[i], std::as_const(rows)[rank]);
    }
    ++rank;
  }
  return static_cast<int>(rank);
}

/// The code cut to that size, or nothing if it is too small or falls apart.
std::optional<LinearCode> cut(const CyclicCode& code, int num_bits, int dimension) {
  const int surplus = code.length + 1 - num_bits;
  if (surplus < 0 || code.dimension() < dimension) return std::nullopt;
  // Shortening leaves out the last rows, whose words alone reach the last bits.
  const int kept = code.dimension() - std::min(surplus, code.dimension() - dimension);
  Codes rows(num_bits, static_cast<std::size_t>(kept));
  for (std::size_t i = 0; i < rows.size(); ++i) fill_row(rows, i, code);
  // Rows beyond the dimension are added to others rather than dropped: no bit stays constant.
  Codes generator(num_bits);
  const auto wanted = static_cast<std::size_t>(dimension);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (i < wanted)
      generator.push_back(std::as_const(rows)[i]);
    else
      add_row(generator[i % wanted], std::as_const(rows)[i]);
  }
  if (rank_of(generator) < dimension) return std::nullopt;
  return LinearCode(std::move(generator));
}

}  // namespace

LinearCode::LinearCode(Codes generator) : generator_(std::move(generator)) {
  if (dimension() < 1 || dimension() > kMaxDimension || rank_of(generator_) < dimension()) {
    throw std::invalid_argument("linear code: " + std::to_string(dimension()) +
                                " rows; expected 1 to 20 that are linearly independent");
  }
}

Codes LinearCode::words() const {
  Codes words(num_bits(), std::size_t{1} << dimension());
  for (std::size_t i = 1; i < words.size(); ++i) {
    std::copy_n(words[i - 1].begin(), words.words_per_code(), words[i].begin());
    add_row(words[i], generator_[static_cast<std::size_t>(std::countr_zero(i))]);
  }
  return words;
}

int LinearCode::min_distance() const {
  const Codes all = words();
  int smallest = num_bits();
  for (std::size_t i = 1; i < all.size(); ++i) {
    smallest = std::min(smallest, hamming_distance(all[0], all[i]));
  }
  return smallest;
}

LinearCode best_linear_code(int num_bits, int dimension) {
  check_num_bits(num_bits);
  if (dimension < 1 || dimension > std::min(num_bits, kMaxDimension)) {
    throw std::invalid_argument("linear code of " + std::to_string(num_bits) + " bits: dimension " +
                                std::to_string(dimension) + "; expected 1 to " +
                                std::to_string(std::min(num_bits, kMaxDimension)));
  }
  std::vector<CyclicCode> candidates = {golay_code()};
  for (int order = kSmallestOrder; order <= kLargestOrder; ++order) {
    for (CyclicCode& code : bch_codes(order)) candidates.push_back(std::move(code));
  }
  std::optional<LinearCode> best;
  int best_distance = 0;
  for (const CyclicCode& candidate : candidates) {
    std::optional<LinearCode> code = cut(candidate, num_bits, dimension);
    if (!code) continue;
    const int distance = code->min_distance();
    if (distance <= best_distance) continue;
    best_distance = distance;
    best = std::move(code);
  }
  return best.value();  // the code of all words is among the candidates
}

}  // namespace llcodes
