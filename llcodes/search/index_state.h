// What an `Index` consists of: a main part and a small part of recent adds.
#pragma once

#include <mutex>
#include <shared_mutex>
#include <unordered_map>

#include "llcodes/search/flat_index.h"
#include "llcodes/search/index.h"
#include "llcodes/search/segment.h"
#include "llcodes/search/writer_first_mutex.h"

namespace llcodes {

struct IndexState {
  int num_bits = 0;
  IndexOptions options;           ///< as asked for; `kind` may be auto
  std::string reason;             ///< why the main part is of its kind
  std::size_t chosen_at = 0;      ///< number of codes when auto last chose
  std::int64_t next_id = 0;       ///< the next free number
  std::optional<Container> file;  ///< what mapped parts lie in
  Segment main;
  Segment recent;  ///< always flat
  mutable WriterFirstMutex mutex;

  /// Built when names are first looked up, then kept up to date.
  mutable std::mutex names_mutex;
  mutable std::unordered_map<std::string, std::int64_t> name_ids;
  mutable bool names_known = false;

  FlatIndex& recent_rows() { return static_cast<FlatIndex&>(*recent.rows); }
  std::size_t size() const { return main.live() + recent.live(); }
  RowTable::Fields fields() const { return main.table.fields(); }
  bool contains(std::int64_t id) const { return main.live_row(id) || recent.live_row(id); }
  /// Makes all parts empty.
  void clear(RowTable::Fields fields);
  void clear_recent(RowTable::Fields fields);
  void learn_names() const;
  /// Calls visit(segment, row) for every live row by ascending id.
  template <class Visit>
  void for_each_live(const Visit& visit) const;
};

template <class Visit>
void IndexState::for_each_live(const Visit& visit) const {
  std::size_t i = 0;
  std::size_t j = 0;
  const auto skip_dead = [](const Segment& segment, std::size_t& row) {
    while (row < segment.table.size() && segment.is_dead(static_cast<std::uint32_t>(row))) ++row;
    return row < segment.table.size();
  };
  for (;;) {
    const bool in_main = skip_dead(main, i);
    const bool in_recent = skip_dead(recent, j);
    if (!in_main && !in_recent) return;
    if (!in_recent || (in_main && main.table.id(i) < recent.table.id(j))) {
      visit(main, i++);
    } else {
      visit(recent, j++);
    }
  }
}

/// The next free number after an id. Throws std::invalid_argument if there is none.
std::int64_t next_after(std::int64_t id);

/// Builds the search structure asked for over all codes of the source; `reason` tells why.
struct BuiltRows {
  std::unique_ptr<RowIndex> rows;
  std::string reason;
};
BuiltRows build_rows(const CodeSource& source, const IndexOptions& options,
                     const Progress& progress);
/// What `RowIndex::save` wrote. Throws FormatError.
std::unique_ptr<RowIndex> load_rows(const RowsFile& file, IndexKind kind);

}  // namespace llcodes
