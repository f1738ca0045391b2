// All codes in increasing order of their soft cost: the code of an instance with sets of bits
// flipped, in increasing sum of |z_j| over the flipped bits (ordered-reliability GRAND; Chase
// decoding is its cheap form).
//
// With the bits sorted by |z_j|, each set has two successors: add the next bit after its last one,
// or move its last bit on by one. Neither is cheaper than the set, and every set is reached once.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

/// kWords: words a code. One object serves many instances, so its memory is allocated once.
template <int kWords>
class FlipSets {
 public:
  using Code = std::array<Word, kWords>;
  struct Flipped {
    double cost;
    int last;  ///< position of the last flipped bit in the order of |z|
    Code code;
  };

  /// Starts anew at `code`, whose own cost is 0; `z` has num_bits values.
  void start(const Code& code, const float* z, int num_bits) {
    sort_bits(z, num_bits);
    heap_.clear();
    heap_.push_back(successor({0, -1, code}, Extend::kAdd));
  }

  /// The next code; the unflipped one is not among them. Call it only while !empty().
  Flipped next() {
    std::pop_heap(heap_.begin(), heap_.end(), costs_more);
    const Flipped current = heap_.back();
    heap_.pop_back();
    if (current.last + 1 < static_cast<int>(sorted_.size())) {
      push(successor(current, Extend::kAdd));
      push(successor(current, Extend::kMove));
    }
    return current;
  }
  bool empty() const { return heap_.empty(); }
  /// A lower bound of all further costs.
  double next_cost() const { return heap_.front().cost; }

 private:
  enum class Extend { kAdd, kMove };

  // The bits of a float that is not negative sort like the float, so magnitude and bit number are
  // sorted as one integer.
  void sort_bits(const float* z, int num_bits) {
    sorted_.resize(static_cast<std::size_t>(num_bits));
    for (int bit = 0; bit < num_bits; ++bit) {
      const Word magnitude = std::bit_cast<std::uint32_t>(std::abs(z[bit]));
      sorted_[static_cast<std::size_t>(bit)] = magnitude << 32 | static_cast<Word>(bit);
    }
    std::sort(sorted_.begin(), sorted_.end());
  }
  Flipped successor(Flipped set, Extend how) const {
    if (how == Extend::kMove) flip(set, set.last, -1);
    flip(set, ++set.last, +1);
    return set;
  }
  void flip(Flipped& set, int position, int sign) const {
    const Word sorted = sorted_[static_cast<std::size_t>(position)];
    const auto bit = static_cast<std::uint32_t>(sorted);
    set.code[bit / kBitsPerWord] ^= Word{1} << bit % kBitsPerWord;
    set.cost += sign * std::bit_cast<float>(static_cast<std::uint32_t>(sorted >> 32));
  }
  void push(const Flipped& set) {
    heap_.push_back(set);
    std::push_heap(heap_.begin(), heap_.end(), costs_more);
  }
  static bool costs_more(const Flipped& a, const Flipped& b) { return a.cost > b.cost; }

  std::vector<Word> sorted_;  ///< |z| as bits in the high half, bit number in the low half
  std::vector<Flipped> heap_;
};

}  // namespace llcodes
