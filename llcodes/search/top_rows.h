// The nearest rows seen so far. Distances are small integers, so counting replaces a heap: a
// histogram of the distances offered gives the largest distance that can still matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/search/row_key.h"

namespace llcodes {

class TopRows {
 public:
  void start(std::size_t k, int radius);

  /// Rows farther than this cannot be in the answer; -1: none can.
  int limit() const { return limit_; }
  /// The same for rows after all rows offered so far, which lose against equals.
  int limit_of_later_rows() const { return within_ >= k_ ? limit_ - 1 : limit_; }

  /// True if k rows within distance `r` are known.
  bool is_full_within(int r) const { return within_ >= k_ && limit_ <= r; }

  /// Rows in any order, each once. A key may stand for several rows: its weight.
  void offer(RowKey key, std::size_t weight = 1) {
    const int distance = distance_of(key);
    if (distance > limit_) return;
    keys_.push_back(key);
    counts_[static_cast<std::size_t>(distance)] += weight;
    within_ += weight;
    while (within_ - counts_[static_cast<std::size_t>(limit_)] >= k_) lower_limit();
  }
  /// Forgets rows that fell behind, if there are many: call it once a block.
  void tidy() {
    if (keys_.size() > prune_at_) prune();
  }

  /// The answer, sorted. For keys of weight 1 only.
  void finish(std::vector<RowKey>& answer);
  /// All keys within the limit by distance, the keys of one distance in any order.
  void finish_all(std::vector<RowKey>& keys);

 private:
  void lower_limit() { within_ -= counts_[static_cast<std::size_t>(limit_--)]; }
  void prune();

  std::size_t k_ = 0;
  int limit_ = 0;
  std::size_t within_ = 0;  ///< rows offered at a distance of at most limit_
  std::size_t prune_at_ = 0;
  std::array<std::size_t, kMaxBits + 1> counts_{};
  std::vector<RowKey> keys_;
  std::vector<RowKey> farthest_;
};

void sort_keys(std::span<RowKey> keys);
/// Puts the `count` lowest keys first, in any order.
void pick_lowest(std::span<RowKey> keys, std::size_t count);
/// Puts the `count` lowest keys (or rows) first, in order.
void sort_lowest(std::span<RowKey> keys, std::size_t count);
void sort_lowest(std::span<std::uint32_t> rows, std::size_t count);

}  // namespace llcodes
