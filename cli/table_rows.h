// How the tables of `reproduce` put their rows together.
#pragma once

#include <memory>

#include "cli/reproduce_cells.h"

namespace llcodes::cli {

/// Rows are measured later, so they share what they are made from.
struct TableSource {
  Experiments& experiments;
  Cells cells;
};
using SharedSource = std::shared_ptr<const TableSource>;

using MakeCell = std::function<Cell(const Cells& cells, std::int64_t seed)>;

/// A row that is the measurement of one cell.
inline Row row_of(const SharedSource& source, const std::string& label, const MakeCell& make,
                  const Values& paper = {}) {
  return {label,
          [source, make](std::int64_t seed) {
            return source->experiments.measure(make(source->cells, seed));
          },
          paper};
}

TableSpec classification_table(const SharedSource& source);
TableSpec bits_table(const SharedSource& source);
TableSpec separability_table(const SharedSource& source);
TableSpec codebook_speed_table(const SharedSource& source);
TableSpec nested_table(const SharedSource& source);
TableSpec retrieval_table(const SharedSource& source);
TableSpec retrieval_real_table(const SharedSource& source);
TableSpec metric_table(const SharedSource& source);
TableSpec ood_table(const SharedSource& source);
TableSpec extend_table(const SharedSource& source);
TableSpec taxonomy_table(const SharedSource& source);

}  // namespace llcodes::cli
