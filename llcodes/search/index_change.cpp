// Changing an index: adds go to the recent part, deletes set marks, both are merged when they grow.
#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <unordered_set>

#include "llcodes/core/error.h"
#include "llcodes/search/index_state.h"
#include "llcodes/search/read_codes.h"

namespace llcodes {

std::int64_t next_after(std::int64_t id) {
  return id == std::numeric_limits<std::int64_t>::max() ? id : std::max<std::int64_t>(0, id + 1);
}

namespace {

/// Merging costs as much as building, so the shares below make it a constant cost an added code.
constexpr std::size_t kFewRows = 4096;
constexpr std::size_t kRecentShare = 16;
constexpr std::size_t kDeadShare = 4;

struct Found {
  const char* what;
  std::size_t count;
};

void check_count(const Found& found, std::size_t expected) {
  if (found.count == expected) return;
  throw std::invalid_argument("add to the index: found " + std::to_string(found.count) + " " +
                              found.what + ", expected " + std::to_string(expected) +
                              ", one a code");
}

/// Names and labels: all codes of an index have them, or none.
void check_field(const Found& found, std::size_t expected, bool has_field) {
  if (has_field) return check_count(found, expected);
  if (found.count == 0) return;
  throw std::invalid_argument(std::string("add to the index: found ") + found.what +
                              ", but the codes in it have none; leave them out, or build it anew");
}

void check_sizes(const IndexState& state, const Entries& entries) {
  const std::size_t count = entries.codes.size();
  if (entries.codes.num_bits() != state.num_bits) {
    throw std::invalid_argument("add to the index: found codes of " +
                                std::to_string(entries.codes.num_bits()) + " bits, expected " +
                                std::to_string(state.num_bits) + " as in the index");
  }
  if (!entries.ids.empty()) check_count({"ids", entries.ids.size()}, count);
  const bool fresh = state.size() == 0;  // the first codes decide
  const Found names = {"names", entries.names.size()};
  const Found labels = {"labels", entries.labels.size()};
  check_field(names, count, fresh ? names.count > 0 : state.fields().names);
  check_field(labels, count, fresh ? labels.count > 0 : state.fields().labels);
  if (state.main.table.size() + state.recent.table.size() + count <= kMostRows) return;
  throw std::invalid_argument("add to the index: more than " + std::to_string(kMostRows) +
                              " codes; split them over several indexes");
}

std::vector<std::int64_t> ids_to_add(const Entries& entries, std::int64_t next_id) {
  if (!entries.ids.empty()) return {entries.ids.begin(), entries.ids.end()};
  const auto count = static_cast<std::int64_t>(entries.codes.size());
  if (next_id > std::numeric_limits<std::int64_t>::max() - count) {
    throw std::invalid_argument("add to the index: no free numbers are left after id " +
                                std::to_string(next_id) + "; give ids");
  }
  std::vector<std::int64_t> ids(entries.codes.size());
  std::iota(ids.begin(), ids.end(), next_id);
  return ids;
}

/// Throws if an id stands twice.
std::vector<std::size_t> ascending_order(const std::vector<std::int64_t>& ids, const char* task) {
  std::vector<std::size_t> order(ids.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return ids[a] < ids[b]; });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (ids[order[i - 1]] != ids[order[i]]) continue;
    throw std::invalid_argument(std::string(task) + ": the id " + std::to_string(ids[order[i]]) +
                                " stands twice");
  }
  return order;
}

/// New entries by ascending id.
class NewRows {
 public:
  NewRows(const Entries& entries, std::vector<std::int64_t> ids)
      : entries_(entries),
        ids_(std::move(ids)),
        order_(ascending_order(ids_, "add to the index")) {}

  std::size_t size() const { return order_.size(); }
  std::int64_t id(std::size_t i) const { return ids_[order_[i]]; }
  const Word* code(std::size_t i) const { return entries_.codes[order_[i]].data(); }
  RowContent content(std::size_t i) const {
    const std::size_t entry = order_[i];
    return {.id = ids_[entry],
            .name = entries_.names.empty() ? std::string_view() : entries_.names[entry],
            .label = entries_.labels.empty() ? -1 : entries_.labels[entry]};
  }

 private:
  const Entries& entries_;
  std::vector<std::int64_t> ids_;
  std::vector<std::size_t> order_;
};

void check_new_ids(const IndexState& state, const NewRows& added) {
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (!state.contains(added.id(i))) continue;
    throw std::invalid_argument("add to the index: the id " + std::to_string(added.id(i)) +
                                " is taken; remove it first, or leave the ids out");
  }
}

void append_row(Segment& segment, const RowContent& content, const Word* code) {
  static_cast<FlatIndex&>(*segment.rows).edit().append(code);
  segment.table.append(content);
  segment.fit_marks();
}

RowContent content_of(const RowTable& table, std::size_t row) {
  return {.id = table.id(row), .name = table.name(row), .label = table.label(row)};
}

void check_new_names(std::span<const std::string> names,
                     const std::unordered_map<std::string, std::int64_t>& taken) {
  std::unordered_set<std::string_view> seen;
  for (const std::string& name : names) {
    if (seen.insert(name).second && !taken.contains(name)) continue;
    throw std::invalid_argument("add to the index: the name " + shown(name) +
                                " is taken or stands twice");
  }
}

/// The recent part with the new rows in their places, without its deleted rows.
Segment merged_recent(const Segment& recent, const NewRows& added, int num_bits) {
  Segment merged{
      RowTable(recent.table.fields()), std::make_unique<FlatIndex>(RowCodes(num_bits)), {}, 0};
  const RowCodes& codes = static_cast<const FlatIndex&>(*recent.rows).stored();
  std::vector<Word> code(static_cast<std::size_t>(words_for_bits(num_bits)));
  std::size_t next = 0;
  for (std::size_t row = 0; row < recent.table.size(); ++row) {
    if (recent.is_dead(static_cast<std::uint32_t>(row))) continue;
    for (; next < added.size() && added.id(next) < recent.table.id(row); ++next) {
      append_row(merged, added.content(next), added.code(next));
    }
    codes.get(row, code.data());
    append_row(merged, content_of(recent.table, row), code.data());
  }
  for (; next < added.size(); ++next) append_row(merged, added.content(next), added.code(next));
  return merged;
}

void add_rows(IndexState& state, const NewRows& added) {
  Segment& recent = state.recent;
  const std::size_t size = recent.table.size();
  if (size == 0 || recent.table.id(size - 1) < added.id(0)) {
    for (std::size_t i = 0; i < added.size(); ++i) {
      append_row(recent, added.content(i), added.code(i));
    }
  } else {
    recent = merged_recent(recent, added, state.num_bits);
  }
  state.next_id = std::max(state.next_id, next_after(added.id(added.size() - 1)));
  if (!state.names_known) return;
  for (std::size_t i = 0; i < added.size(); ++i) {
    state.name_ids.emplace(added.content(i).name, added.id(i));
  }
}

void remove_id(IndexState& state, std::int64_t id) {
  for (Segment* segment : {&state.main, &state.recent}) {
    const std::optional<std::uint32_t> row = segment->live_row(id);
    if (!row) continue;
    if (state.names_known) state.name_ids.erase(std::string(segment->table.name(*row)));
    segment->mark_dead(*row);
  }
}

/// A choice made for few codes is made again when there are many more.
IndexOptions options_for(const IndexState& state) {
  IndexOptions options = state.options;
  const bool keep = state.main.table.size() > 0 && state.size() < 4 * state.chosen_at;
  if (options.kind == IndexKind::kAuto && keep) options.kind = state.main.rows->kind();
  return options;
}

/// Builds the main part anew from all live rows.
void merge(IndexState& state, const Progress& progress) {
  const RowCodes main_codes = state.main.rows->codes();
  const RowCodes& recent_codes = state.recent_rows().stored();
  RowCodes codes(state.num_bits, state.size());
  const RowCodes::Writer writer = codes.writer();
  RowTable table(state.fields());
  std::vector<Word> code(static_cast<std::size_t>(words_for_bits(state.num_bits)));
  state.for_each_live([&](const Segment& segment, std::size_t row) {
    (&segment == &state.main ? main_codes : recent_codes).get(row, code.data());
    writer.put(table.size(), 1, code.data());
    table.append(content_of(segment.table, row));
  });
  const IndexOptions options = options_for(state);
  BuiltRows built = build_rows(RowCodesSource(codes), options, progress);
  state.main = Segment{std::move(table), std::move(built.rows), {}, 0};
  if (options.kind == state.options.kind) {
    state.reason = std::move(built.reason);
    state.chosen_at = state.size() - state.recent.live();
  }
  state.clear_recent(state.fields());
  state.file.reset();
}

bool is_large(std::size_t count, std::size_t of, std::size_t share) {
  return count > std::max(kFewRows, of / share);
}

}  // namespace

void IndexState::clear_recent(RowTable::Fields fields) {
  recent = Segment{RowTable(fields), std::make_unique<FlatIndex>(RowCodes(num_bits)), {}, 0};
}

void IndexState::clear(RowTable::Fields fields) {
  main = Segment{RowTable(fields), std::make_unique<FlatIndex>(RowCodes(num_bits)), {}, 0};
  clear_recent(fields);
  file.reset();
}

void Index::add(const Entries& entries) {
  IndexState& state = *state_;
  const std::unique_lock lock(state.mutex);
  if (entries.codes.empty()) return;
  check_sizes(state, entries);
  const NewRows added(entries, ids_to_add(entries, state.next_id));
  check_new_ids(state, added);
  if (!entries.names.empty()) {
    state.learn_names();
    check_new_names(entries.names, state.name_ids);
  }
  if (state.size() == 0) state.clear({!entries.names.empty(), !entries.labels.empty()});
  add_rows(state, added);
  if (is_large(state.recent.table.size(), state.main.table.size(), kRecentShare)) merge(state, {});
}

void Index::remove(std::span<const std::int64_t> ids) {
  IndexState& state = *state_;
  const std::unique_lock lock(state.mutex);
  ascending_order({ids.begin(), ids.end()}, "remove from the index");
  for (const std::int64_t id : ids) {
    if (state.contains(id)) continue;
    throw std::invalid_argument("remove from the index: it has no id " + std::to_string(id));
  }
  for (const std::int64_t id : ids) remove_id(state, id);
  if (is_large(state.main.dead_count + state.recent.dead_count, state.main.table.size(),
               kDeadShare)) {
    merge(state, {});
  }
}

void Index::compact(const Progress& progress) {
  const std::unique_lock lock(state_->mutex);
  const bool changed = state_->recent.table.size() > 0 || state_->main.dead_count > 0;
  if (changed) merge(*state_, progress);
}

}  // namespace llcodes
