#include "llcodes/search/flat_index.h"

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

/// A block of codes stays in the first-level cache while all queries of a group look at it.
constexpr std::size_t kBlockBytes = 16 * 1024;

std::size_t block_size(const RowCodes& codes) {
  const int lane = codes.is_narrow() ? 4 : 8 * codes.words_per_code();
  return kBlockBytes / static_cast<std::size_t>(lane);
}

/// A short list of allowed rows is looked up one by one.
void visit_allowed(const RowCodes& codes, const RowQuery& query, const RowFilter& filter,
                   TopRows& top) {
  for (const std::uint32_t row : filter.allowed_rows) {
    const int distance = codes.distance(query.code, row);
    if (distance <= top.limit() && filter.accepts(row)) top.offer(row_key(distance, row));
  }
}

void offer_block(std::span<const RowKey> found, std::uint32_t first, const RowFilter& filter,
                 TopRows& top) {
  if (filter.accepts_range()) {
    for (const RowKey key : found) top.offer(key + first);
  } else {
    for (const RowKey key : found) {
      if (filter.accepts(row_of(key + first))) top.offer(key + first);
    }
  }
  top.tidy();
}

}  // namespace

void scan_rows(const RowCodes& codes, const ScanKernel& kernel, std::span<const RowQuery> queries,
               const RowFilter& filter, Scratch& scratch) {
  const std::size_t end = std::min<std::size_t>(filter.end, codes.size());
  const std::size_t step = block_size(codes);
  const ScanArray all = codes.array();
  scratch.keys.resize(std::max(scratch.keys.size(), step + kScanSlack));
  for (std::size_t begin = filter.begin; begin < end; begin += step) {
    const ScanArray block = all.slice(begin, std::min(step, end - begin));
    for (std::size_t i = 0; i < queries.size(); ++i) {
      TopRows& top = scratch.tops[i];
      const int limit = top.limit_of_later_rows();
      if (limit < 0) continue;
      const std::size_t found = kernel.within(queries[i].code, block, limit, scratch.keys.data());
      offer_block({scratch.keys.data(), found}, static_cast<std::uint32_t>(begin), filter, top);
    }
  }
}

void FlatIndex::search(std::span<const RowQuery> queries, const RowFilter& filter, Scratch& scratch,
                       std::span<std::vector<RowKey>> answers) const {
  for (std::size_t i = 0; i < queries.size(); ++i) {
    scratch.tops[i].start(queries[i].k, queries[i].radius);
  }
  if (filter.only_allowed && filter.allowed_rows.size() < codes_.size() / 16) {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      visit_allowed(codes_, queries[i], filter, scratch.tops[i]);
    }
  } else {
    scan_rows(codes_, *kernel_, queries, filter, scratch);
  }
  for (std::size_t i = 0; i < queries.size(); ++i) scratch.tops[i].finish(answers[i]);
}

std::unique_ptr<RowIndex> FlatIndex::load(const RowsFile& file) {
  return std::make_unique<FlatIndex>(load_codes(file, "codes"));
}

RowCodes load_codes(const RowsFile& file, const std::string& name) {
  RowCodes codes(file.container, name, file.num_bits);
  if (codes.size() != file.rows) {
    throw FormatError(file.container.path(), "tensor " + shown(name), std::to_string(codes.size()),
                      std::to_string(file.rows) + " codes");
  }
  if (file.verify == Verify::kAll) codes.verify(file.container.path(), name);
  return codes;
}

}  // namespace llcodes
