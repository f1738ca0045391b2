#include "llcodes/search/multi_index.h"

#include <algorithm>
#include <array>
#include <bit>
#include <mutex>

#include "llcodes/core/error.h"
#include "llcodes/core/parallel.h"
#include "llcodes/search/flat_index.h"
#include "llcodes/search/offsets.h"
#include "llcodes/search/weights.h"

namespace llcodes {
namespace {

constexpr int kPartBits = 16;
constexpr std::size_t kFewRows = 1024;  ///< fewer are scanned at once

/// Costs in units of one code of a scan, measured at 64 bits.
constexpr double kBucketCost = 150;
constexpr double kCandidateCost = 2;

std::string name_of_part(std::size_t part, const char* array) {
  return "multi." + std::to_string(part) + "." + array;
}

}  // namespace

/// Looking up the values at `distance` around part `part` of the query.
struct MultiIndex::Step {
  const RowQuery& query;
  const RowFilter& filter;
  std::size_t part;
  int distance;
};

MultiIndex::MultiIndex(RowCodes codes) : codes_(std::move(codes)) {
  const int num_bits = codes_.num_bits();
  const int count = std::max(1, (num_bits + kPartBits - 1) / kPartBits);
  for (int i = 0; i < count; ++i) {
    const int first = num_bits * i / count;
    parts_.push_back({first, num_bits * (i + 1) / count - first, {}, {}, RowCodes(num_bits)});
  }
}

std::unique_ptr<RowIndex> MultiIndex::build(RowCodes codes, int threads, const Progress& progress) {
  std::unique_ptr<MultiIndex> index(new MultiIndex(std::move(codes)));
  std::size_t done = 0;
  std::mutex mutex;
  for_each_in_parallel(index->parts_.size(), [&](std::size_t i) {
    index->fill(index->parts_[i]);
    const std::lock_guard lock(mutex);
    ++done;
    if (progress) progress({"fill the tables", done, index->parts_.size(), "tables", ""});
  }, thread_count(threads));
  return index;
}

std::uint32_t MultiIndex::value_of(const Part& part, const Word* code) const {
  const int word = part.first / kBitsPerWord;
  const int shift = part.first % kBitsPerWord;
  Word value = code[word] >> shift;
  if (shift + part.width > kBitsPerWord) value |= code[word + 1] << (kBitsPerWord - shift);
  return static_cast<std::uint32_t>(value & ((Word{1} << part.width) - 1));
}

/// A counting sort of the rows by the part's value.
void MultiIndex::fill(Part& part) const {
  const auto width = static_cast<std::size_t>(codes_.words_per_code());
  std::vector<std::uint32_t>& offsets = part.offsets.edit();
  std::vector<std::uint32_t>& rows = part.rows.edit();
  offsets.assign((std::size_t{1} << part.width) + 1, 0);
  rows.resize(codes_.size());
  std::vector<Word> code(width);
  for (std::size_t row = 0; row < codes_.size(); ++row) {
    codes_.get(row, code.data());
    ++offsets[value_of(part, code.data()) + 1];
  }
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] += offsets[i - 1];
  std::vector<std::uint32_t> next(offsets.begin(), offsets.end() - 1);
  if (keeps_ordered_codes()) part.ordered.resize(codes_.size());
  const RowCodes::Writer ordered = part.ordered.writer();
  for (std::size_t row = 0; row < codes_.size(); ++row) {
    codes_.get(row, code.data());
    const std::uint32_t place = next[value_of(part, code.data())]++;
    rows[place] = static_cast<std::uint32_t>(row);
    if (keeps_ordered_codes()) ordered.put(place, 1, code.data());
  }
}

void MultiIndex::search(std::span<const RowQuery> queries, const RowFilter& filter,
                        Scratch& scratch, std::span<std::vector<RowKey>> answers) const {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    TopRows& top = scratch.tops[0];
    top.start(queries[i].k, queries[i].radius);
    if (!search_tables(queries[i], filter, scratch, top)) {
      top.start(queries[i].k, queries[i].radius);
      scan_rows(codes_, scan_kernel(), queries.subspan(i, 1), filter, scratch);
    }
    top.finish(answers[i]);
  }
}

double MultiIndex::cost_of(const Part& part, int distance) const {
  const double per_value =
      static_cast<double>(codes_.size()) / static_cast<double>(1u << part.width);
  return static_cast<double>(masks_of_weight(part.width, distance).size()) *
         (kBucketCost + per_value * kCandidateCost);
}

/// False if a scan is cheaper; what was offered until then is void.
bool MultiIndex::search_tables(const RowQuery& query, const RowFilter& filter, Scratch& scratch,
                               TopRows& top) const {
  if (codes_.size() < kFewRows || filter.only_allowed) return false;
  double budget = static_cast<double>(codes_.size());
  const int count = static_cast<int>(parts_.size());
  for (int r = 0;; ++r) {
    const Step step = {query, filter, static_cast<std::size_t>(r % count), r / count};
    const Part& part = parts_[step.part];
    if (step.distance <= part.width) {
      budget -= cost_of(part, step.distance);
      if (budget < 0) return false;
      visit_ball(step, scratch, top);
    }
    top.tidy();
    if (r >= query.radius || top.is_full_within(r)) return true;
  }
}

/// Buckets lie anywhere in memory, so those to come are fetched ahead: first where they begin, then
/// their codes.
void MultiIndex::visit_ball(const Step& step, Scratch& scratch, TopRows& top) const {
  constexpr std::size_t kAhead = 16;
  const Part& part = parts_[step.part];
  const std::uint32_t value = value_of(part, step.query.code);
  const std::span<const std::uint32_t> masks = masks_of_weight(part.width, step.distance);
  const std::uint32_t* const offsets = part.offsets.data();
  for (std::size_t i = 0; i < masks.size(); ++i) {
    if (i + 2 * kAhead < masks.size()) {
      __builtin_prefetch(offsets + (value ^ masks[i + 2 * kAhead]));
    }
    if (i + kAhead < masks.size() && keeps_ordered_codes()) {
      const char* const codes = part.ordered.place(offsets[value ^ masks[i + kAhead]]);
      __builtin_prefetch(codes);
      __builtin_prefetch(codes + 64);
      __builtin_prefetch(codes + 128);
    }
    visit_bucket(step, value ^ masks[i], scratch, top);
  }
}

/// Row numbers come from a file that may be damaged, so they are kept below the number of rows.
void MultiIndex::visit_bucket(const Step& step, std::size_t value, Scratch& scratch,
                              TopRows& top) const {
  const Part& part = parts_[step.part];
  const std::size_t begin = part.offsets[value];
  const std::size_t count = part.offsets[value + 1] - begin;
  if (count == 0) return;
  const auto last = static_cast<std::uint32_t>(codes_.size() - 1);
  const auto take = [&](int distance, std::size_t place) {
    const std::uint32_t row = std::min(part.rows[place], last);
    if (distance > top.limit() || !step.filter.accepts(row) || seen_before(step, row)) return;
    top.offer(row_key(distance, row));
  };
  if (!keeps_ordered_codes()) {
    for (std::size_t i = begin; i < begin + count; ++i) {
      take(codes_.distance(step.query.code, std::min(part.rows[i], last)), i);
    }
    return;
  }
  scratch.keys.resize(std::max(scratch.keys.size(), count + kScanSlack));
  const ScanArray slice = part.ordered.array().slice(begin, count);
  const std::size_t found =
      scan_kernel().within(step.query.code, slice, top.limit(), scratch.keys.data());
  for (std::size_t i = 0; i < found; ++i) {
    take(distance_of(scratch.keys[i]), begin + row_of(scratch.keys[i]));
  }
}

/// An earlier step met the row if an earlier part differs by no more, or a later part by less.
bool MultiIndex::seen_before(const Step& step, std::uint32_t row) const {
  std::array<Word, kMaxBits / kBitsPerWord> code;
  codes_.get(row, code.data());
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (i == step.part) continue;
    const int differing =
        std::popcount(value_of(parts_[i], code.data()) ^ value_of(parts_[i], step.query.code));
    if (differing < step.distance || (differing == step.distance && i < step.part)) return true;
  }
  return false;
}

std::size_t MultiIndex::bytes() const {
  std::size_t sum = codes_.bytes();
  for (const Part& part : parts_) {
    sum += part.offsets.bytes() + part.rows.bytes() + part.ordered.bytes();
  }
  return sum;
}

void MultiIndex::save(ContainerWriter& writer) const {
  codes_.save(writer, "codes");
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    writer.add_view(name_of_part(i, "offsets"), {static_cast<std::int64_t>(part.offsets.size())},
                    part.offsets.view());
    writer.add_view(name_of_part(i, "rows"), {static_cast<std::int64_t>(part.rows.size())},
                    part.rows.view());
    if (keeps_ordered_codes()) part.ordered.save(writer, name_of_part(i, "codes"));
  }
}

std::unique_ptr<RowIndex> MultiIndex::load(const RowsFile& file) {
  const Container& container = file.container;
  const std::string& path = container.path();
  std::unique_ptr<MultiIndex> index(new MultiIndex(load_codes(file, "codes")));
  for (std::size_t i = 0; i < index->parts_.size(); ++i) {
    Part& part = index->parts_[i];
    const std::string offsets = name_of_part(i, "offsets");
    const std::string rows = name_of_part(i, "rows");
    part.offsets =
        Storage<std::uint32_t>(container, offsets, {(std::int64_t{1} << part.width) + 1});
    part.rows = Storage<std::uint32_t>(container, rows, {static_cast<std::int64_t>(file.rows)});
    check_offsets({path, offsets.c_str(), part.offsets.view()}, file.rows);
    if (file.verify == Verify::kAll) check_each_row_once({path, rows.c_str(), part.rows.view()});
    if (index->keeps_ordered_codes()) part.ordered = load_codes(file, name_of_part(i, "codes"));
  }
  return index;
}

}  // namespace llcodes
