// The scores of one query's ranked list when items tie.
//
// Items at the same distance have no order among themselves, and with short codes most of the list
// is ties: the order in which a program happens to meet them moves MAP by points. So every score
// here is its exact expectation over all orders of tied items: deterministic, and the same for every
// order of the database. With R the depth, n+ the relevant items in the database, r those among the
// first R and S = sum over i <= R of (precision at i) * (item i is relevant):
//
//   RMAP = S / r               HashNet's definition and that of most papers after it
//   CMAP = S / min(n+, R)      the paper's correction (appendix, "Corrected MAP@1000")
//
// A query without a hit scores 0.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace llcodes {

/// Items at one distance.
struct TieGroup {
  std::size_t size = 0;
  std::size_t relevant = 0;  ///< at most `size`
};

struct RankingScores {
  double rmap = 0;
  double cmap = 0;
  double precision = 0;  ///< expected r / R; R is the number of items if there are fewer
  double recall = 0;     ///< expected r / n+
};

/// Scores lists down to one depth, at a cost of O(groups) a list, whatever their length (and
/// O(sqrt(R)) or so for the group that the depth cuts).
class RankingScorer {
 public:
  /// Throws std::invalid_argument if `depth` is 0.
  explicit RankingScorer(std::size_t depth);

  std::size_t depth() const { return harmonic_.size() - 1; }

  /// `groups` in rank order, nearest first; empty ones are allowed. Concurrent calls are safe.
  RankingScores score(std::span<const TieGroup> groups) const;

 private:
  struct Place {
    std::size_t ranked = 0;  ///< items before
    std::size_t hits = 0;    ///< relevant ones among them
  };
  /// Before each is divided by what its score divides by.
  struct Expectation {
    double rmap = 0;
    double sum = 0;  ///< S
    double hits = 0;
  };
  Expectation expectation(std::span<const TieGroup> groups) const;
  Expectation cut_group(const TieGroup& group, const Place& before, double sum) const;
  double expected_sum(const Place& before, std::size_t slots, std::size_t hits) const;

  std::vector<double> harmonic_;  ///< [i]: 1 + 1/2 + ... + 1/i
};

}  // namespace llcodes
