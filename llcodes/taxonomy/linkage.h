// Agglomerative clustering by nearest-neighbour chain: O(n^2) time, 2 n^2 bytes.
//
// All three linkages are reducible, so merging mutual nearest neighbours in any order gives the
// tree that always merging the closest pair gives. Ties are defined, so the tree is a function of
// the distances: a chain starts at the cluster that holds the lowest item; among equally near
// neighbours the previous one of the chain is taken, else the one that holds the lowest item;
// merges of equal height stay in the order in which the chain found them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/progress.h"
#include "llcodes/taxonomy/tree.h"

namespace llcodes {

/// Distances of all pairs of n items, upper triangle, row by row.
class PairDistances {
 public:
  /// Throws std::invalid_argument beyond kMaxItems.
  explicit PairDistances(std::size_t count);

  static constexpr std::size_t kMaxItems = 50'000;  ///< 5 GB

  std::size_t count() const { return count_; }
  float operator()(std::size_t a, std::size_t b) const { return values_[place(a, b)]; }
  void set(std::size_t a, std::size_t b, float distance) { values_[place(a, b)] = distance; }

 private:
  std::size_t place(std::size_t a, std::size_t b) const {
    const std::size_t low = a < b ? a : b, high = a < b ? b : a;
    return low * (2 * count_ - low - 1) / 2 + (high - low - 1);
  }

  std::size_t count_;
  std::vector<float> values_;
};

/// Hamming distances of all pairs of codes.
PairDistances hamming_distances(const Codes& codes);
/// 1 - cosine of all pairs of rows [n, columns]; a row of zeros has distance 1 to all.
PairDistances cosine_distances(const std::vector<float>& rows, std::size_t columns);

/// average: mean of all distances between two clusters. complete: the largest of them. ward: the
/// growth of the sum of squares, on codes as points of {0, 1}^k, where Hamming is the square of the
/// Euclidean distance; heights are Euclidean, as SciPy's.
enum class Linkage { kAverage, kComplete, kWard };

Linkage linkage_from_name(std::string_view name);  ///< "average", "complete", "ward"
std::string_view name_of(Linkage linkage);

/// The tree of the items, heights ascending. Takes the distances as memory to work in. Ward reads
/// them as squares of Euclidean distances. Throws std::invalid_argument if there are fewer than
/// two.
Tree cluster(PairDistances distances, Linkage linkage, const Progress& progress = {});

}  // namespace llcodes
