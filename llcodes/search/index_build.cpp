// Building an index from entries: ids are put in order, then the codes are read.
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_set>

#include "llcodes/core/error.h"
#include "llcodes/search/index_state.h"
#include "llcodes/search/read_codes.h"

namespace llcodes {
namespace {

void check_count(const char* what, std::size_t found, std::size_t expected) {
  if (found == 0 || found == expected) return;
  throw std::invalid_argument("build an index: found " + std::to_string(found) + " " + what +
                              ", expected none or " + std::to_string(expected) + ", one a code");
}

void check_entries(const EntrySource& entries, const IndexOptions& options) {
  check_num_bits(entries.codes.num_bits());
  if (options.num_bits != 0 && options.num_bits != entries.codes.num_bits()) {
    throw std::invalid_argument("build an index: found codes of " +
                                std::to_string(entries.codes.num_bits()) + " bits, expected " +
                                std::to_string(options.num_bits));
  }
  const std::size_t count = entries.codes.size();
  if (count > kMostRows) {
    throw std::invalid_argument("build an index: found " + std::to_string(count) +
                                " codes, expected at most " + std::to_string(kMostRows) +
                                "; split them over several indexes");
  }
  check_count("ids", entries.ids.size(), count);
  check_count("names", entries.names.size(), count);
  check_count("labels", entries.labels.size(), count);
}

void check_names(std::span<const std::string> names) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second) continue;
    throw std::invalid_argument("build an index: the name " + shown(name) + " stands twice");
  }
}

/// The entries by ascending id; empty if they are in order already.
std::vector<std::uint32_t> order_of(std::span<const std::int64_t> ids) {
  if (std::is_sorted(ids.begin(), ids.end())) return {};
  std::vector<std::uint32_t> order(ids.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(),
            [&](std::uint32_t a, std::uint32_t b) { return ids[a] < ids[b]; });
  return order;
}

RowContent content_of(const EntrySource& entries, std::size_t i) {
  return {.id = entries.ids.empty() ? static_cast<std::int64_t>(i) : entries.ids[i],
          .name = entries.names.empty() ? std::string_view() : entries.names[i],
          .label = entries.labels.empty() ? -1 : entries.labels[i]};
}

RowTable table_of(const EntrySource& entries, std::span<const std::uint32_t> order) {
  const RowTable::Fields fields = {!entries.names.empty(), !entries.labels.empty()};
  if (entries.ids.empty() && !fields.names && !fields.labels) {
    return RowTable::counting(entries.codes.size(), 0);
  }
  RowTable table(fields);
  for (std::size_t row = 0; row < entries.codes.size(); ++row) {
    const RowContent content = content_of(entries, order.empty() ? row : order[row]);
    if (row > 0 && content.id == table.id(row - 1)) {
      throw std::invalid_argument("build an index: the id " + std::to_string(content.id) +
                                  " stands twice");
    }
    table.append(content);
  }
  return table;
}

BuiltRows rows_of(const EntrySource& entries, std::span<const std::uint32_t> order,
                  const IndexOptions& options, const Progress& progress) {
  if (order.empty()) return build_rows(entries.codes, options, progress);
  const RowCodes codes = read_codes(entries.codes, {options.threads, progress});
  RowCodes ordered(codes.num_bits(), codes.size());
  std::vector<Word> code(static_cast<std::size_t>(codes.words_per_code()));
  for (std::size_t row = 0; row < order.size(); ++row) {
    codes.get(order[row], code.data());
    ordered.set(row, code.data());
  }
  return build_rows(RowCodesSource(ordered), options, progress);
}

}  // namespace

Index Index::build(const EntrySource& entries, const IndexOptions& options,
                   const Progress& progress) {
  check_entries(entries, options);
  check_names(entries.names);
  const std::vector<std::uint32_t> order = order_of(entries.ids);
  auto state = std::make_unique<IndexState>();
  state->options = options;
  state->num_bits = state->options.num_bits = entries.codes.num_bits();
  state->main.table = table_of(entries, order);
  BuiltRows built = rows_of(entries, order, options, progress);
  state->main.rows = std::move(built.rows);
  state->reason = std::move(built.reason);
  const std::size_t size = state->main.table.size();
  state->chosen_at = size;
  state->next_id = size == 0 ? 0 : next_after(state->main.table.id(size - 1));
  state->clear_recent(state->main.table.fields());
  return Index(std::move(state));
}

Index Index::build(const Entries& entries, const IndexOptions& options, const Progress& progress) {
  const MemorySource source(entries.codes);
  return build({source, entries.ids, entries.names, entries.labels}, options, progress);
}

Index::Index(const IndexOptions& options)
    : Index(
          build({.codes = Codes((check_num_bits(options.num_bits), options.num_bits))}, options)) {}

}  // namespace llcodes
