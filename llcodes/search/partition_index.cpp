#include "llcodes/search/partition_index.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/parallel.h"
#include "llcodes/search/offsets.h"
#include "llcodes/search/read_codes.h"

namespace llcodes {
namespace {

constexpr std::size_t kFirstBlock = 64;  ///< short, so that the limit falls early
constexpr std::size_t kBlock = 2048;
constexpr std::size_t kGroupBlock = 64;
constexpr int kNearest = 1;
/// Few rows are often found at a small share of the bits. To look only there first spares the many
/// rows that are taken and dropped while the limit falls.
constexpr std::size_t kFewWanted = 64;
constexpr int kNearShare = 12;

RowCodes rows_of(const Codes& codes) {
  RowCodes rows(codes.num_bits());
  for (std::size_t i = 0; i < codes.size(); ++i) rows.append(codes[i].data());
  return rows;
}

RowCodes centres_for(const RowCodes& codes, const PartitionIndex::Options& options) {
  if (!options.centres) return find_centres(codes, options.threads);
  if (options.centres->num_bits() != codes.num_bits() || options.centres->empty()) {
    throw std::invalid_argument("partition: found " + std::to_string(options.centres->size()) +
                                " centres of " + std::to_string(options.centres->num_bits()) +
                                " bits, expected at least one, of " +
                                std::to_string(codes.num_bits()) + " bits as the codes");
  }
  return rows_of(*options.centres);
}

}  // namespace

PartitionIndex::PartitionIndex(RowCodes centres)
    : centres_(std::move(centres)), grouped_(centres_.num_bits()) {}

std::unique_ptr<RowIndex> PartitionIndex::build(const RowCodes& codes, const Options& options) {
  std::unique_ptr<PartitionIndex> index(new PartitionIndex(centres_for(codes, options)));
  constexpr std::size_t kChunk = 4096;
  const std::size_t chunks = (codes.size() + kChunk - 1) / kChunk;
  std::vector<std::uint32_t> shells(codes.size());
  std::size_t done = 0;
  std::mutex mutex;
  for_each_in_parallel(chunks, [&](std::size_t chunk) {
    std::vector<std::uint16_t> distances;
    std::vector<Word> code(static_cast<std::size_t>(codes.words_per_code()));
    const std::size_t end = std::min(codes.size(), (chunk + 1) * kChunk);
    for (std::size_t row = chunk * kChunk; row < end; ++row) {
      codes.get(row, code.data());
      const NearestCentre nearest = nearest_centre(index->centres_, code.data(), distances);
      shells[row] = static_cast<std::uint32_t>(nearest.centre * index->shells_per_group() +
                                               static_cast<std::size_t>(nearest.distance));
    }
    const std::lock_guard lock(mutex);
    done += end - chunk * kChunk;
    if (options.progress) options.progress({"group codes", done, codes.size(), "codes", ""});
  }, thread_count(options.threads));
  index->place(codes, shells);
  if (codes.num_bits() <= kNarrowBits) {
    index->near_ = BucketIndex::build(RowCodesSource(codes), options.threads, {});
  }
  return index;
}

/// A counting sort of the rows by shell.
void PartitionIndex::place(const RowCodes& codes, const std::vector<std::uint32_t>& shells) {
  std::vector<std::uint32_t>& offsets = offsets_.edit();
  std::vector<std::uint32_t>& rows = rows_.edit();
  offsets.assign(centres_.size() * shells_per_group() + 1, 0);
  for (const std::uint32_t shell : shells) ++offsets[shell + 1];
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
  rows.resize(codes.size());
  grouped_.resize(codes.size());
  const RowCodes::Writer writer = grouped_.writer();
  std::vector<Word> code(static_cast<std::size_t>(codes.words_per_code()));
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const std::uint32_t at = next[shells[row]]++;
    rows[at] = static_cast<std::uint32_t>(row);
    codes.get(row, code.data());
    writer.put(at, 1, code.data());
  }
  measure_groups();
}

void PartitionIndex::measure_groups() {
  reach_.assign(centres_.size(), 0);
  farthest_reach_ = 0;
  for (std::size_t group = 0; group < centres_.size(); ++group) {
    for (std::size_t shell = 0; shell < shells_per_group(); ++shell) {
      const std::size_t at = group * shells_per_group() + shell;
      if (offsets_[at] < offsets_[at + 1]) reach_[group] = static_cast<std::uint16_t>(shell);
    }
    farthest_reach_ = std::max<int>(farthest_reach_, reach_[group]);
  }
}

void PartitionIndex::search(std::span<const RowQuery> queries, const RowFilter& filter,
                            Scratch& scratch, std::span<std::vector<RowKey>> answers) const {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    if (near_ && queries[i].k <= kFewWanted &&
        near_->search_near(queries[i], kNearest, filter, scratch, answers[i])) {
      continue;
    }
    TopRows& top = scratch.tops[0];
    top.start(queries[i].k, queries[i].radius);
    if (rows_.size() > 0) search_one(queries[i], filter, scratch, top);
    top.finish(answers[i]);
  }
}

void PartitionIndex::search_one(const RowQuery& query, const RowFilter& filter, Scratch& scratch,
                                TopRows& top) const {
  const NearestCentre nearest = nearest_centre(centres_, query.code, scratch.distances);
  const int near = centres_.num_bits() / kNearShare;
  if (query.k <= kFewWanted && near < query.radius) {
    top.start(query.k, near);
    visit_group(query, nearest.centre, filter, scratch, top);
    if (!top.is_full_within(near)) top.start(query.k, query.radius);
  }
  if (!top.is_full_within(near)) visit_group(query, nearest.centre, filter, scratch, top);
  list_groups(scratch, top.limit(), nearest.centre);
  for (const std::uint32_t group : scratch.numbers) {
    if (scratch.distances[group] > top.limit() + farthest_reach_) break;
    visit_group(query, group, filter, scratch, top);
  }
}

/// True if any group of the block may hold a code within the limit. Mostly none does, and without a
/// branch inside the compiler compares eight at a time.
bool PartitionIndex::may_reach(const std::uint16_t* distances, GroupBlock block, int limit) const {
  const auto most = static_cast<std::int16_t>(limit);
  std::int16_t any = 0;
  for (std::size_t group = block.begin; group < block.end; ++group) {
    any |= static_cast<std::int16_t>(distances[group] - reach_[group]) <= most ? 1 : 0;
  }
  return any != 0;
}

/// The groups that may hold a code within the limit, the nearest centres first: a counting sort.
void PartitionIndex::list_groups(Scratch& scratch, int limit, std::size_t nearest) const {
  constexpr std::size_t kFew = 32;
  std::vector<std::uint32_t>& groups = scratch.numbers;
  groups.resize(2 * centres_.size());
  std::uint32_t* const found = groups.data() + centres_.size();
  const std::uint16_t* const distances = scratch.distances.data();
  std::size_t count = 0;
  for (std::size_t begin = 0; begin < centres_.size(); begin += kGroupBlock) {
    const std::size_t end = std::min(begin + kGroupBlock, centres_.size());
    if (!may_reach(distances, {begin, end}, limit)) continue;
    for (std::size_t group = begin; group < end; ++group) {
      found[count] = static_cast<std::uint32_t>(group);
      count += distances[group] <= limit + reach_[group] && group != nearest;
    }
  }
  if (count <= kFew) {
    std::sort(found, found + count,
              [&](std::uint32_t a, std::uint32_t b) { return distances[a] < distances[b]; });
    std::copy(found, found + count, groups.begin());
  } else {
    std::array<std::uint32_t, kMaxBits + 2> places{};
    for (std::size_t i = 0; i < count; ++i) ++places[distances[found[i]] + 1u];
    for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
    for (std::size_t i = 0; i < count; ++i) groups[places[distances[found[i]]]++] = found[i];
  }
  groups.resize(count);
}

/// Row numbers come from a file that may be damaged, so they are kept below the number of rows.
void PartitionIndex::visit_group(const RowQuery& query, std::size_t group, const RowFilter& filter,
                                 Scratch& scratch, TopRows& top) const {
  const int centre_distance = scratch.distances[group];
  const int first = std::max(0, centre_distance - top.limit());
  const int last = std::min<int>(reach_[group], centre_distance + top.limit());
  if (first > last) return;
  const std::size_t shells = group * shells_per_group();
  const std::size_t end = offsets_[shells + static_cast<std::size_t>(last) + 1];
  const bool accepts_every = filter.accepts_every(rows_.size());
  const auto last_row = static_cast<std::uint32_t>(rows_.size() - 1);
  scratch.keys.resize(std::max(scratch.keys.size(), kBlock + kScanSlack));
  std::size_t size = kFirstBlock;
  for (std::size_t begin = offsets_[shells + static_cast<std::size_t>(first)]; begin < end;
       begin += size, size = std::min(2 * size, kBlock)) {
    const ScanArray block = grouped_.array().slice(begin, std::min(size, end - begin));
    const std::size_t found =
        scan_kernel().within(query.code, block, top.limit(), scratch.keys.data());
    for (std::size_t i = 0; i < found; ++i) {
      const std::uint32_t row = std::min(rows_[begin + row_of(scratch.keys[i])], last_row);
      if (accepts_every || filter.accepts(row)) {
        top.offer(row_key(distance_of(scratch.keys[i]), row));
      }
    }
    top.tidy();
  }
}

RowCodes PartitionIndex::codes() const {
  RowCodes codes(grouped_.num_bits(), rows_.size());
  const RowCodes::Writer writer = codes.writer();
  std::vector<Word> code(static_cast<std::size_t>(codes.words_per_code()));
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    grouped_.get(i, code.data());
    if (rows_[i] < rows_.size()) writer.put(rows_[i], 1, code.data());
  }
  return codes;
}

std::size_t PartitionIndex::bytes() const {
  return (near_ ? near_->bytes() : 0) + centres_.bytes() + grouped_.bytes() + offsets_.bytes() +
         rows_.bytes();
}

void PartitionIndex::save(ContainerWriter& writer) const {
  if (near_) near_->save(writer);
  centres_.save(writer, "partition.centres");
  grouped_.save(writer, "partition.codes");
  writer.add_view("partition.offsets", {static_cast<std::int64_t>(offsets_.size())},
                  offsets_.view());
  writer.add_view("partition.rows", {static_cast<std::int64_t>(rows_.size())}, rows_.view());
}

std::unique_ptr<RowIndex> PartitionIndex::load(const RowsFile& file) {
  const Container& container = file.container;
  const std::string& path = container.path();
  std::unique_ptr<PartitionIndex> index(
      new PartitionIndex(RowCodes(container, "partition.centres", file.num_bits)));
  if (index->centres_.size() == 0) {
    throw FormatError(path, "tensor \"partition.centres\"", "no centre", "at least one");
  }
  // Their distances pick shells, so the few centres are checked in every case.
  index->centres_.verify(path, "partition.centres");
  index->grouped_ = load_codes(file, "partition.codes");
  const std::size_t offsets = index->centres_.size() * index->shells_per_group() + 1;
  index->offsets_ =
      Storage<std::uint32_t>(container, "partition.offsets", {static_cast<std::int64_t>(offsets)});
  index->rows_ =
      Storage<std::uint32_t>(container, "partition.rows", {static_cast<std::int64_t>(file.rows)});
  check_offsets({path, "partition.offsets", index->offsets_.view()}, file.rows);
  if (file.verify == Verify::kAll) {
    check_each_row_once({path, "partition.rows", index->rows_.view()});
  }
  index->measure_groups();
  if (file.num_bits <= kNarrowBits) index->near_ = BucketIndex::load(file);
  return index;
}

}  // namespace llcodes
