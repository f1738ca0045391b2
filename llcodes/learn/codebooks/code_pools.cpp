#include "llcodes/learn/codebooks/code_pools.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <set>
#include <utility>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/random.h"
#include "llcodes/learn/codebooks/linear_code.h"

namespace llcodes {
namespace {

enum Stream : std::uint64_t { kRandomWords = 1, kFarWords, kBalancedWords };

using Draw = std::function<Codes(std::uint64_t index)>;  ///< the index-th draw: one word

Codes coin_word(const PoolRequest& request, Stream stream, std::uint64_t index) {
  Random random(request.seed, stream, index);
  Codes word(request.num_bits, 1);
  for (int bit = 0; bit < request.num_bits; ++bit) word.set_bit(0, bit, random.next() >> 63);
  return word;
}

/// Half of the bits are ones; with an odd number one more or less.
Codes balanced_word(const PoolRequest& request, std::uint64_t index) {
  const auto order = permutation(static_cast<std::size_t>(request.num_bits),
                                 mix(request.seed ^ kBalancedWords), index);
  const auto ones = (static_cast<std::size_t>(request.num_bits) + index % 2) / 2;
  Codes word(request.num_bits, 1);
  for (std::size_t i = 0; i < ones; ++i) word.set_bit(0, static_cast<int>(order[i]), true);
  return word;
}

/// Distances of a word to those chosen so far: the smallest counts, then how few are that near.
struct Separation {
  int distance = 0;
  std::ptrdiff_t lonely = 0;  ///< minus the number of words at that distance
  auto operator<=>(const Separation&) const = default;
};

Separation separation(CodeView word, const Codes& chosen) {
  Separation result{chosen.num_bits() + 1, 0};
  for (std::size_t i = 0; i < chosen.size(); ++i) {
    const int distance = hamming_distance(word, chosen[i]);
    if (distance < result.distance) result = {distance, 0};
    if (distance == result.distance) --result.lonely;
  }
  return result;
}

/// So many draws a word that 1000 classes take about a second and 100,000 are still possible.
std::uint64_t draws_per_word(std::size_t num_classes) {
  constexpr double kComparisons = 1e8;
  const double classes = static_cast<double>(num_classes);
  return static_cast<std::uint64_t>(std::clamp(2 * kComparisons / (classes * classes), 4.0, 256.0));
}

Codes far_apart(const PoolRequest& request, const Draw& draw) {
  const std::uint64_t draws = draws_per_word(request.num_classes);
  Codes chosen(request.num_bits);
  for (std::uint64_t next = 0; chosen.size() < request.num_classes;) {
    Codes best(request.num_bits, 1);
    Separation best_separation;
    // A word that is taken already separates by 0, so the search goes on until one is free.
    for (std::uint64_t tries = 0; tries < draws || best_separation.distance == 0; ++tries) {
      const Codes word = draw(next++);
      const Separation found = separation(word[0], chosen);
      if (found <= best_separation) continue;
      best_separation = found;
      best = word;
    }
    chosen.push_back(std::as_const(best)[0]);
  }
  return chosen;
}

bool hadamard_suffices(const PoolRequest& request) {
  return std::has_single_bit(static_cast<unsigned>(request.num_bits)) &&
         request.num_classes <= 2 * static_cast<std::size_t>(request.num_bits);
}

/// Row i of Sylvester's matrix has +1 where the bits that i and j share are even in number.
Codes hadamard_codes(const PoolRequest& request) {
  Codes codes(request.num_bits, request.num_classes);
  for (std::size_t label = 0; label < request.num_classes; ++label) {
    const auto row = static_cast<unsigned>(label) % static_cast<unsigned>(request.num_bits);
    const bool opposite = label >= static_cast<std::size_t>(request.num_bits);
    for (int bit = 0; bit < request.num_bits; ++bit) {
      const bool even = std::popcount(row & static_cast<unsigned>(bit)) % 2 == 0;
      codes.set_bit(label, bit, even != opposite);
    }
  }
  return codes;
}

/// The number of words with half of the bits set, or a number beyond any need.
double balanced_words(int num_bits) {
  double count = 1;
  for (int i = 1; i <= num_bits / 2; ++i) count = count * (num_bits - num_bits / 2 + i) / i;
  return num_bits % 2 == 0 ? count : 2 * count;
}

}  // namespace

Codes random_codes(const PoolRequest& request) {
  check_bits_suffice(request.num_bits, request.num_classes);
  std::set<std::vector<Word>> taken;
  Codes codes(request.num_bits);
  for (std::uint64_t next = 0; codes.size() < request.num_classes; ++next) {
    const Codes word = coin_word(request, kRandomWords, next);
    if (taken.insert({word[0].begin(), word[0].end()}).second) codes.push_back(word[0]);
  }
  return codes;
}

Codes max_distance_codes(const PoolRequest& request) {
  check_bits_suffice(request.num_bits, request.num_classes);
  return far_apart(request,
                   [&](std::uint64_t index) { return coin_word(request, kFarWords, index); });
}

Codes algebraic_codes(const PoolRequest& request) {
  check_bits_suffice(request.num_bits, request.num_classes);
  const int dimension = std::max(1, static_cast<int>(std::bit_width(request.num_classes - 1)));
  return best_linear_code(request.num_bits, dimension).words();
}

Codes csq_centres(const PoolRequest& request) {
  check_bits_suffice(request.num_bits, request.num_classes);
  if (hadamard_suffices(request)) return hadamard_codes(request);
  if (static_cast<double>(request.num_classes) > balanced_words(request.num_bits)) {
    return max_distance_codes(request);
  }
  return far_apart(request, [&](std::uint64_t index) { return balanced_word(request, index); });
}

}  // namespace llcodes
