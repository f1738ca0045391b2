// One part of an index: rows with their codes, ids and marks of deletion.
#pragma once

#include <memory>

#include "llcodes/search/row_index.h"
#include "llcodes/search/row_table.h"

namespace llcodes {

struct Segment {
  RowTable table;
  std::unique_ptr<RowIndex> rows;
  Storage<std::uint64_t> dead;  ///< one bit a row; empty: none is deleted
  std::size_t dead_count = 0;

  std::size_t live() const { return table.size() - dead_count; }
  bool is_dead(std::uint32_t row) const { return dead_count > 0 && has_bit(dead.data(), row); }
  /// The row of an id that is not deleted.
  std::optional<std::uint32_t> live_row(std::int64_t id) const;
  void mark_dead(std::uint32_t row);
  /// Makes room for the marks of rows that were appended.
  void fit_marks();
  std::size_t bytes() const;

  /// The user's filter and the marks of deletion as rows of this segment.
  RowFilter row_filter(const Filter& filter) const;

  void save(ContainerWriter& writer, const std::string& prefix) const;
  /// The marks that `save` wrote, for a table and rows that are loaded already.
  void load_marks(const Container& container, const std::string& prefix);
};

}  // namespace llcodes
