#include "llcodes/search/segment.h"

#include <algorithm>
#include <bit>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

std::size_t words_of_bits(std::size_t bits) { return (bits + 63) / 64; }

void set_bit(std::vector<std::uint64_t>& bits, std::uint32_t row) {
  bits[row / 64] |= std::uint64_t{1} << row % 64;
}

void set_range(const RowTable& table, const IdRange& range, RowFilter& filter) {
  filter.begin = static_cast<std::uint32_t>(table.lower_bound(range.first));
  const std::size_t last = table.lower_bound(range.last);
  const bool includes_last = last < table.size() && table.id(last) == range.last;
  filter.end = static_cast<std::uint32_t>(last + includes_last);
}

void add_allowed(const RowTable& table, const std::vector<std::int64_t>& ids, RowFilter& filter) {
  filter.only_allowed = true;
  for (const std::int64_t id : ids) {
    if (const auto row = table.row_of(id)) filter.allowed_rows.push_back(*row);
  }
  std::sort(filter.allowed_rows.begin(), filter.allowed_rows.end());
  const auto end = std::unique(filter.allowed_rows.begin(), filter.allowed_rows.end());
  filter.allowed_rows.erase(end, filter.allowed_rows.end());
  filter.allowed_bits.resize(words_of_bits(table.size()));
  for (const std::uint32_t row : filter.allowed_rows) set_bit(filter.allowed_bits, row);
}

}  // namespace

std::optional<std::uint32_t> Segment::live_row(std::int64_t id) const {
  const std::optional<std::uint32_t> row = table.row_of(id);
  return row && !is_dead(*row) ? row : std::nullopt;
}

void Segment::mark_dead(std::uint32_t row) {
  ++dead_count;
  fit_marks();
  set_bit(dead.edit(), row);
}

void Segment::fit_marks() {
  if (dead_count > 0) dead.edit().resize(words_of_bits(table.size()));
}

std::size_t Segment::bytes() const { return table.bytes() + rows->bytes() + dead.bytes(); }

RowFilter Segment::row_filter(const Filter& filter) const {
  RowFilter result;
  result.end = static_cast<std::uint32_t>(table.size());
  if (filter.range != IdRange{}) set_range(table, filter.range, result);
  if (dead_count > 0) result.dead = dead.data();
  if (!filter.labels.empty()) {
    result.row_labels = table.labels();
    result.labels = filter.labels;
    std::sort(result.labels.begin(), result.labels.end());
  }
  if (filter.allowed) add_allowed(table, *filter.allowed, result);
  return result;
}

void Segment::save(ContainerWriter& writer, const std::string& prefix) const {
  table.save(writer, prefix);
  if (dead_count == 0) return;
  writer.add_view(prefix + "dead", {static_cast<std::int64_t>(dead.size())}, dead.view());
}

void Segment::load_marks(const Container& container, const std::string& prefix) {
  if (!container.has_tensor(prefix + "dead")) return;
  const std::size_t words = words_of_bits(table.size());
  dead = Storage<std::uint64_t>(container, prefix + "dead", {static_cast<std::int64_t>(words)});
  for (const std::uint64_t word : dead.view()) dead_count += std::popcount(word);
  const bool beyond = table.size() % 64 != 0 && dead[words - 1] >> table.size() % 64 != 0;
  if (words == 0 || !beyond) return;
  throw FormatError(container.path(), "tensor \"" + prefix + "dead\"", "a mark beyond the last row",
                    std::to_string(table.size()) + " rows");
}

}  // namespace llcodes
