#include "llcodes/search/top_rows.h"

#include <algorithm>

namespace llcodes {
namespace {

constexpr std::size_t kShortList = 48;  ///< below, comparing sorts faster than counting
constexpr int kDigitBits = 10;
constexpr std::size_t kDigits = std::size_t{1} << kDigitBits;

// Keys are RowKeys, or the rows alone where all have one distance: half the memory to move.

/// One pass of a radix sort: stable by the ten bits of (key - base) from `shift` on.
template <class Key>
void sort_by_digit(std::span<const Key> from, Key* to, Key base, int shift) {
  std::array<std::uint32_t, kDigits> places{};
  for (const Key key : from) ++places[(key - base) >> shift & (kDigits - 1)];
  std::uint32_t next = 0;
  for (std::uint32_t& place : places) {
    const std::uint32_t count = place;
    place = next;
    next += count;
  }
  for (const Key key : from) to[places[(key - base) >> shift & (kDigits - 1)]++] = key;
}

bool have_one_distance(std::span<const std::uint32_t>) { return true; }

bool have_one_distance(std::span<const RowKey> keys) {
  const int first = distance_of(keys.front());
  bool same = true;
  for (const RowKey key : keys) same &= distance_of(key) == first;
  return same;
}

/// The digits of the rows first, then the distance, which has less than ten bits.
template <class Key>
void sort_by_counting(std::span<Key> keys) {
  static thread_local std::vector<Key> other;
  other.resize(std::max(other.size(), keys.size()));
  std::uint32_t lowest = ~std::uint32_t{0};
  std::uint32_t highest = 0;
  for (const Key key : keys) {
    const auto row = static_cast<std::uint32_t>(key);
    lowest = std::min(lowest, row);
    highest = std::max(highest, row);
  }
  std::span<Key> from = keys;
  std::span<Key> to(other.data(), keys.size());
  const auto pass = [&](Key base, int shift) {
    sort_by_digit<Key>(from, to.data(), base, shift);
    std::swap(from, to);
  };
  for (int shift = 0; shift < 32 && (highest - lowest) >> shift != 0; shift += kDigitBits) {
    pass(lowest, shift);
  }
  if (!have_one_distance(keys)) pass(0, 32);
  if (from.data() != keys.data()) std::copy(from.begin(), from.end(), keys.begin());
}

/// A key that about `count` keys are below or equal to, judged by a few of them; usually too high.
template <class Key>
Key guess_of_rank(std::span<const Key> keys, std::size_t count) {
  constexpr std::size_t kSample = 64;
  std::array<Key, kSample> sample;
  for (std::size_t i = 0; i < kSample; ++i) sample[i] = keys[keys.size() / kSample * i];
  std::sort(sample.begin(), sample.end());
  const std::size_t rank = count * kSample / keys.size();
  return sample[std::min(kSample - 1, rank + rank / 4 + 3)];
}

/// Moves the keys up to `highest` to the front and returns their number.
template <class Key>
std::size_t keep_up_to(std::span<Key> keys, Key highest) {
  std::size_t kept = 0;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const Key key = keys[i];
    keys[i] = keys[kept];
    keys[kept] = key;
    kept += key <= highest;
  }
  return kept;
}

template <class Key>
void sort(std::span<Key> keys) {
  if (keys.size() <= kShortList) {
    std::sort(keys.begin(), keys.end());
  } else if (!std::is_sorted(keys.begin(), keys.end())) {
    sort_by_counting(keys);
  }
}

template <class Key>
void pick(std::span<Key> keys, std::size_t count) {
  if (count >= keys.size()) return;
  if (keys.size() > 256 && count < keys.size() / 2) {
    const std::size_t kept = keep_up_to(keys, guess_of_rank<Key>(keys, count));
    if (kept >= count) keys = keys.first(kept);
  }
  if (count >= keys.size()) return;
  std::nth_element(keys.begin(), keys.begin() + static_cast<std::ptrdiff_t>(count), keys.end());
}

}  // namespace

void sort_keys(std::span<RowKey> keys) { sort(keys); }

void pick_lowest(std::span<RowKey> keys, std::size_t count) { pick(keys, count); }

void sort_lowest(std::span<RowKey> keys, std::size_t count) {
  pick(keys, count);
  sort(keys.first(std::min(count, keys.size())));
}

void sort_lowest(std::span<std::uint32_t> rows, std::size_t count) {
  pick(rows, count);
  sort(rows.first(std::min(count, rows.size())));
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

void TopRows::finish_all(std::vector<RowKey>& keys) {
  prune();
  keys.assign(keys_.begin(), keys_.end());
  std::sort(keys.begin(), keys.end());
}

// Only the farthest distance can hold more rows than are needed.
void TopRows::finish(std::vector<RowKey>& answer) {
  const std::size_t count = std::min(k_, within_);
  answer.clear();
  farthest_.clear();
  for (const RowKey key : keys_) {
    const int distance = distance_of(key);
    if (distance < limit_) answer.push_back(key);
    if (distance == limit_) farthest_.push_back(key);
  }
  const std::size_t wanted = count - answer.size();
  pick_lowest(farthest_, wanted);
  answer.insert(answer.end(), farthest_.begin(),
                farthest_.begin() + static_cast<std::ptrdiff_t>(wanted));
  sort_keys(answer);
}

}  // namespace llcodes
