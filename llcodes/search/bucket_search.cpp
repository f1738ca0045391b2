// Searching a bucket index: the Hamming ball around the query, level by level, or a scan of the
// distinct codes.
#include <algorithm>

#include "llcodes/search/bucket_index.h"

namespace llcodes {
namespace {

/// A look-up costs about as much as scanning this many codes.
constexpr std::size_t kLookUpCost = 8;
/// So many rows are copied and sorted without asking whether fewer would do.
constexpr std::size_t kFewRows = 256;

}  // namespace

std::span<const std::uint32_t> BucketIndex::masks(int weight) const {
  const auto w = static_cast<std::size_t>(weight);
  return {masks_.data() + mask_begins_[w], mask_begins_[w + 1] - mask_begins_[w]};
}

bool BucketIndex::ball_is_cheaper(int level) const {
  const bool listed = static_cast<std::size_t>(level) + 1 < mask_begins_.size();
  return listed && (level < 2 || masks(level).size() * kLookUpCost < values_.size());
}

void BucketIndex::search(std::span<const RowQuery> queries, const RowFilter& filter,
                         Scratch& scratch, std::span<std::vector<RowKey>> answers) const {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    search_one(queries[i], filter, scratch, answers[i]);
  }
}

void BucketIndex::search_one(const RowQuery& query, const RowFilter& filter, Scratch& scratch,
                             std::vector<RowKey>& answer) const {
  answer.clear();
  if (rows_.empty()) return;
  for (int level = 0; level <= query.radius && answer.size() < query.k; ++level) {
    if (!ball_is_cheaper(level)) return scan_distinct(query, level, filter, scratch, answer);
    visit_ball(query, level, filter, scratch, answer);
  }
}

bool BucketIndex::search_near(const RowQuery& query, int most, const RowFilter& filter,
                              Scratch& scratch, std::vector<RowKey>& answer) const {
  const int last = std::min(most, query.radius);
  answer.clear();
  for (int level = 0; level <= last && answer.size() < query.k; ++level) {
    visit_ball(query, level, filter, scratch, answer);
  }
  return answer.size() == query.k || last == query.radius;
}

/// The buckets of the codes at distance `level`, in `room`. Most codes have none, which no branch
/// could foresee where a look-up is one load.
std::span<const std::uint32_t> BucketIndex::list_ball(std::uint32_t code, int level,
                                                      std::vector<std::uint32_t>& room) const {
  const int low_bits = num_bits_ - prefix_bits_;
  const std::uint32_t* const prefixes = prefixes_.data();
  const std::uint32_t* const values = values_.data();
  const std::span<const std::uint32_t> flips = masks(level);
  room.resize(std::max(room.size(), flips.size()));
  std::uint32_t* out = room.data();
  if (low_bits == 0) {
    for (const std::uint32_t mask : flips) {
      const std::uint32_t* const entry = prefixes + (code ^ mask);
      *out = entry[0];
      out += entry[0] != entry[1];
    }
    return {room.data(), out};
  }
  for (const std::uint32_t mask : flips) {
    const std::uint32_t wanted = code ^ mask;
    const std::uint64_t prefix = std::uint64_t{wanted} >> low_bits;
    const std::uint32_t* const end = values + prefixes[prefix + 1];
    const std::uint32_t* const found = std::find(values + prefixes[prefix], end, wanted);
    if (found != end) *out++ = static_cast<std::uint32_t>(found - values);
  }
  return {room.data(), out};
}

/// Adds the `needed` lowest rows of the buckets that `buckets` calls its argument with. Now and
/// then only the lowest so far are kept; rows above them need not be looked at any more.
template <class ForEach>
void BucketIndex::add_level(int distance, const RowFilter& filter, std::size_t needed,
                            const ForEach& buckets, std::vector<RowKey>& answer) const {
  const std::size_t begin = answer.size();
  const std::size_t full = std::max<std::size_t>(256, needed > kEvery / 4 ? kEvery : 3 * needed);
  Wanted wanted = {needed, static_cast<std::uint32_t>(rows_.size() - 1)};
  buckets([&](std::size_t bucket) {
    add_bucket(bucket, distance, filter, wanted, answer);
    if (answer.size() - begin < full) return;
    const std::span<RowKey> found(answer.data() + begin, answer.size() - begin);
    pick_lowest(found, needed);
    answer.resize(begin + needed);
    wanted.last_row =
        row_of(*std::max_element(answer.end() - static_cast<std::ptrdiff_t>(needed), answer.end()));
  });
  const std::span<RowKey> found(answer.data() + begin, answer.size() - begin);
  const std::size_t taken = std::min(needed, found.size());
  sort_lowest(found, taken);
  answer.resize(begin + taken);
}

/// Buckets lie anywhere in memory, so those to come are fetched ahead.
void BucketIndex::visit_ball(const RowQuery& query, int level, const RowFilter& filter,
                             Scratch& scratch, std::vector<RowKey>& answer) const {
  const std::size_t needed = query.k - answer.size();
  const std::span<const std::uint32_t> buckets =
      list_ball(static_cast<std::uint32_t>(*query.code), level, scratch.numbers);
  std::size_t found = 0;
  for (const std::uint32_t bucket : buckets) {
    __builtin_prefetch(rows_.data() + offsets_[bucket]);
    found += std::min<std::size_t>(needed, offsets_[bucket + 1] - offsets_[bucket]);
  }
  if (filter.accepts_every(rows_.size()) && found / 4 <= std::max(needed, kFewRows)) {
    scratch.rows.resize(std::max(scratch.rows.size(), found));
    return add_all(buckets, level, needed, scratch.rows, answer);
  }
  const auto each = [&](const auto& add) {
    for (const std::uint32_t bucket : buckets) add(bucket);
  };
  add_level(level, filter, needed, each, answer);
}

/// Adds the `needed` lowest of the rows that these buckets have, looking at `needed` of each: without
/// a filter and with few rows too many it is fastest to copy them all. `room` has place for them.
void BucketIndex::add_all(std::span<const std::uint32_t> buckets, int distance, std::size_t needed,
                          std::vector<std::uint32_t>& room, std::vector<RowKey>& answer) const {
  std::uint32_t* out = room.data();
  for (const std::uint32_t bucket : buckets) {
    const std::span<const std::uint32_t> rows = rows_of(bucket);
    out = std::copy_n(rows.begin(), std::min(needed, rows.size()), out);
  }
  const std::span<std::uint32_t> found(room.data(), out);
  const std::size_t taken = std::min(needed, found.size());
  sort_lowest(found, taken);
  const auto last = static_cast<std::uint32_t>(rows_.size() - 1);
  const std::size_t begin = answer.size();
  answer.resize(begin + taken);
  for (std::size_t i = 0; i < taken; ++i) {
    answer[begin + i] = row_key(distance, std::min(found[i], last));
  }
}

/// Row numbers come from a file that may be damaged, so they are kept below the number of rows.
void BucketIndex::add_bucket(std::size_t bucket, int distance, const RowFilter& filter,
                             const Wanted& wanted, std::vector<RowKey>& answer) const {
  const std::span<const std::uint32_t> rows = rows_of(bucket);
  const auto last = static_cast<std::uint32_t>(rows_.size() - 1);
  if (rows.empty() || rows.front() > wanted.last_row) return;
  if (filter.accepts_every(rows_.size())) {
    const std::size_t count = std::min(wanted.count, rows.size());
    if (count == 1) return answer.push_back(row_key(distance, std::min(rows[0], last)));
    const std::size_t begin = answer.size();
    answer.resize(begin + count);
    for (std::size_t i = 0; i < count; ++i) {
      answer[begin + i] = row_key(distance, std::min(rows[i], last));
    }
    while (row_of(answer.back()) > wanted.last_row) answer.pop_back();
    return;
  }
  std::size_t added = 0;
  auto row = std::lower_bound(rows.begin(), rows.end(), filter.begin);
  for (; row != rows.end() && added < wanted.count && *row <= wanted.last_row; ++row) {
    const std::uint32_t safe = std::min(*row, last);
    if (!filter.accepts(safe)) continue;
    answer.push_back(row_key(distance, safe));
    ++added;
  }
}

/// At most `most` accepted rows of a bucket.
std::size_t BucketIndex::accepted(std::size_t bucket, const RowFilter& filter,
                                  std::size_t most) const {
  const std::span<const std::uint32_t> rows = rows_of(bucket);
  if (filter.accepts_every(rows_.size())) return rows.size();
  const auto last = static_cast<std::uint32_t>(rows_.size() - 1);
  std::size_t count = 0;
  for (std::size_t i = 0; i < rows.size() && count < most; ++i) {
    count += filter.accepts(std::min(rows[i], last));
  }
  return count;
}

/// Scans all distinct codes for those from distance `level` on: each counts as many rows as it has.
void BucketIndex::scan_distinct(const RowQuery& query, int level, const RowFilter& filter,
                                Scratch& scratch, std::vector<RowKey>& answer) const {
  constexpr std::size_t kBlock = 2048;
  const std::size_t needed = query.k - answer.size();
  TopRows& top = scratch.tops[0];
  top.start(needed, query.radius);
  scratch.keys.resize(std::max(scratch.keys.size(), kBlock + kScanSlack));
  const ScanArray all = {.narrow = values_.data(), .count = values_.size()};
  for (std::size_t begin = 0; begin < values_.size(); begin += kBlock) {
    const ScanArray block = all.slice(begin, std::min(kBlock, values_.size() - begin));
    const std::size_t found =
        scan_kernel().within(query.code, block, top.limit(), scratch.keys.data());
    for (std::size_t i = 0; i < found; ++i) {
      const RowKey key = scratch.keys[i] + begin;
      if (distance_of(key) < level || distance_of(key) > top.limit()) continue;
      const std::size_t weight = accepted(row_of(key), filter, needed);
      if (weight > 0) top.offer(key, weight);
    }
    top.tidy();
  }
  top.finish_all(scratch.keys);
  const std::vector<RowKey>& keys = scratch.keys;
  for (std::size_t i = 0; i < keys.size() && answer.size() < query.k;) {
    const int distance = distance_of(keys[i]);
    const auto each = [&](const auto& add) {
      for (; i < keys.size() && distance_of(keys[i]) == distance; ++i) add(row_of(keys[i]));
    };
    add_level(distance, filter, query.k - answer.size(), each, answer);
  }
}

}  // namespace llcodes
