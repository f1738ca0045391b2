#include "llcodes/search/bucket_index.h"

#include <algorithm>

#include "llcodes/core/error.h"
#include "llcodes/search/offsets.h"
#include "llcodes/search/weights.h"

namespace llcodes {
namespace {

constexpr std::size_t kMostMasks = 1 << 16;
/// A look-up costs about as much as scanning this many codes.
constexpr std::size_t kLookUpCost = 8;

}  // namespace

BucketIndex::BucketIndex(int num_bits, int prefix_bits)
    : num_bits_(num_bits), prefix_bits_(prefix_bits) {
  list_masks();
}

void BucketIndex::list_masks() {
  mask_begins_ = {0};
  for (int weight = 0; weight <= num_bits_; ++weight) {
    if (masks_.size() + binomial(num_bits_, weight) > kMostMasks) return;
    const std::uint64_t end = std::uint64_t{1} << num_bits_;
    std::uint64_t mask = (std::uint64_t{1} << weight) - 1;
    for (; mask < end; mask = next_of_same_weight(mask)) {
      masks_.push_back(static_cast<std::uint32_t>(mask));
      if (mask == 0) break;
    }
    mask_begins_.push_back(masks_.size());
  }
}

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

/// The buckets of the codes at distance `level`.
void BucketIndex::list_ball(std::uint32_t code, int level,
                            std::vector<std::uint32_t>& buckets) const {
  const int low_bits = num_bits_ - prefix_bits_;
  const std::uint32_t* const prefixes = prefixes_.data();
  const std::uint32_t* const values = values_.data();
  buckets.clear();
  for (const std::uint32_t mask : masks(level)) {
    const std::uint32_t wanted = code ^ mask;
    const std::uint64_t prefix = std::uint64_t{wanted} >> low_bits;
    const std::uint32_t end = prefixes[prefix + 1];
    for (std::uint32_t i = prefixes[prefix]; i < end; ++i) {
      if (low_bits == 0 || values[i] == wanted) buckets.push_back(i);
    }
  }
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
  constexpr std::size_t kAhead = 8;
  const std::vector<std::uint32_t>& buckets = scratch.numbers;
  list_ball(static_cast<std::uint32_t>(*query.code), level, scratch.numbers);
  const auto each = [&](const auto& add) {
    for (std::size_t i = 0; i < buckets.size(); ++i) {
      if (i + 2 * kAhead < buckets.size()) {
        __builtin_prefetch(offsets_.data() + buckets[i + 2 * kAhead]);
      }
      if (i + kAhead < buckets.size()) {
        __builtin_prefetch(rows_.data() + offsets_[buckets[i + kAhead]]);
      }
      add(buckets[i]);
    }
  };
  add_level(level, filter, query.k - answer.size(), each, answer);
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

RowCodes BucketIndex::codes() const {
  RowCodes codes(num_bits_, rows_.size());
  const RowCodes::Writer writer = codes.writer();
  for (std::size_t bucket = 0; bucket < values_.size(); ++bucket) {
    const Word code = values_[bucket];
    for (const std::uint32_t row : rows_of(bucket)) {
      if (row < rows_.size()) writer.put(row, 1, &code);
    }
  }
  return codes;
}

std::size_t BucketIndex::bytes() const {
  return prefixes_.bytes() + values_.bytes() + offsets_.bytes() + rows_.bytes();
}

void BucketIndex::save(ContainerWriter& writer) const {
  const auto add = [&](const char* name, const Storage<std::uint32_t>& values) {
    writer.add_view(name, {static_cast<std::int64_t>(values.size())}, values.view());
  };
  writer.set("bucket.prefix_bits", std::to_string(prefix_bits_));
  add("bucket.prefixes", prefixes_);
  add("bucket.values", values_);
  add("bucket.offsets", offsets_);
  add("bucket.rows", rows_);
}

std::unique_ptr<RowIndex> BucketIndex::load(const RowsFile& file) {
  const Container& container = file.container;
  const std::string& path = container.path();
  if (file.num_bits > kNarrowBits) {
    throw FormatError(path, "metadata \"num_bits\"", std::to_string(file.num_bits),
                      "at most 32 in a bucket index");
  }
  const auto prefix_bits = static_cast<int>(
      container.metadata_integer("bucket.prefix_bits", {0, std::min(file.num_bits, 28)}));
  std::unique_ptr<BucketIndex> index(new BucketIndex(file.num_bits, prefix_bits));
  const std::int64_t prefixes = (std::int64_t{1} << prefix_bits) + 1;
  index->prefixes_ = Storage<std::uint32_t>(container, "bucket.prefixes", {prefixes});
  index->values_ = Storage<std::uint32_t>(container, "bucket.values", {-1});
  const auto distinct = static_cast<std::int64_t>(index->values_.size());
  index->offsets_ = Storage<std::uint32_t>(container, "bucket.offsets", {distinct + 1});
  index->rows_ =
      Storage<std::uint32_t>(container, "bucket.rows", {static_cast<std::int64_t>(file.rows)});
  check_offsets({path, "bucket.prefixes", index->prefixes_.view()}, index->values_.size());
  check_offsets({path, "bucket.offsets", index->offsets_.view()}, file.rows);
  if (file.verify == Verify::kAll) {
    check_each_row_once({path, "bucket.rows", index->rows_.view()});
    index->verify(path);
  }
  return index;
}

/// Each distinct code stands once, where its prefix says.
void BucketIndex::verify(const std::string& path) const {
  const int low_bits = num_bits_ - prefix_bits_;
  for (std::size_t prefix = 0; prefix + 1 < prefixes_.size(); ++prefix) {
    for (std::size_t i = prefixes_[prefix]; i < prefixes_[prefix + 1]; ++i) {
      const bool ascends = i == 0 || values_[i - 1] < values_[i];
      if (ascends && std::uint64_t{values_[i]} >> low_bits == prefix) continue;
      throw FormatError(path, "tensor \"bucket.values\"", std::to_string(values_[i]),
                        "ascending codes, each under its own prefix");
    }
  }
}

}  // namespace llcodes
