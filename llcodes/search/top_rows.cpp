#include "llcodes/search/top_rows.h"

#include <algorithm>

namespace llcodes {
namespace {

constexpr std::size_t kShortList = 64;  ///< below, comparing sorts faster than counting
constexpr int kDigitBits = 10;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

/// One pass of a radix sort: stable by one digit of the difference to the lowest key.
void sort_by_digit(std::span<const RowKey> from, RowKey* to, RowKey lowest, int shift) {
  std::array<std::uint32_t, kDigits> places{};
  for (const RowKey key : from) ++places[(key - lowest) >> shift & (kDigits - 1)];
  std::uint32_t next = 0;
  for (std::uint32_t& place : places) {
    const std::uint32_t count = place;
    place = next;
    next += count;
  }
  for (const RowKey key : from) to[places[(key - lowest) >> shift & (kDigits - 1)]++] = key;
}

}  // namespace

void sort_rows(std::span<RowKey> keys) {
  if (keys.size() <= kShortList) return std::sort(keys.begin(), keys.end());
  if (std::is_sorted(keys.begin(), keys.end())) return;
  static thread_local std::vector<RowKey> other;
  other.resize(std::max(other.size(), keys.size()));
  const auto [lowest, highest] = std::minmax_element(keys.begin(), keys.end());
  const RowKey base = *lowest;
  const RowKey range = *highest - base;
  std::span<RowKey> from = keys;
  std::span<RowKey> to(other.data(), keys.size());
  for (int shift = 0; shift < 64 && range >> shift != 0; shift += kDigitBits) {
    sort_by_digit(from, to.data(), base, shift);
    std::swap(from, to);
  }
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

void sort_lowest(std::span<RowKey> keys, std::size_t count) {
  if (count < keys.size()) {
    std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count), keys.end());
    keys = keys.first(count);
  }
  sort_rows(keys);
}

void TopRows::start(std::size_t k, int radius) {
  k_ = k;
  limit_ = radius;
  within_ = 0;
  prune_at_ = 4096;
  keys_.clear();
  counts_.fill(0);
}

// Doubling the room when little could be dropped keeps the cost linear.
void TopRows::prune() {
  std::erase_if(keys_, [this](RowKey key) { return distance_of(key) > limit_; });
  prune_at_ = std::max<std::size_t>(4096, 2 * keys_.size());
}

// A counting sort by distance; each distance is then sorted by row, the last one only as far as it
// is needed.
void TopRows::finish(std::vector<RowKey>& answer) {
  std::array<std::size_t, kMaxBits + 2> ends{};
  for (int distance = 0; distance <= limit_; ++distance) {
    const auto d = static_cast<std::size_t>(distance);
    ends[d + 1] = ends[d] + counts_[d];
  }
  sorted_.resize(within_);
  std::array<std::size_t, kMaxBits + 2> places = ends;
  for (const RowKey key : keys_) {
    if (distance_of(key) > limit_) continue;
    sorted_[places[static_cast<std::size_t>(distance_of(key))]++] = key;
  }
  const std::size_t count = std::min(k_, within_);
  for (std::size_t d = 0; static_cast<int>(d) <= limit_ && ends[d] < count; ++d) {
    const std::span<RowKey> level(sorted_.data() + ends[d], ends[d + 1] - ends[d]);
    sort_lowest(level, std::min(level.size(), count - ends[d]));
  }
  answer.assign(sorted_.begin(), sorted_.begin() + static_cast<std::ptrdiff_t>(count));
}

}  // namespace llcodes
