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

/// A row that is one group of the figures ("<group>: ...") of a seed's LLC model, measured beside
/// the linear classifier of the same network.
inline Row group_row(const SharedSource& source, Measure what, const std::string& group,
                     const Values& paper = {}) {
  const auto measure = [source, what, group](std::int64_t seed) {
    Cell cell = source->cells.llc(source->cells.bits(), seed);
    cell.measure = what;
    cell.linear = source->cells.classifier_of_llc(seed);
    return values_of_group(source->experiments.measure(cell), group);
  };
  return {group, measure, paper};
}

TableSpec classification_table(const SharedSource& source);
TableSpec departures_table(const SharedSource& source);
TableSpec bits_table(const SharedSource& source);
TableSpec separability_table(const SharedSource& source);
TableSpec backbone_table(const SharedSource& source);
TableSpec codebook_speed_table(const SharedSource& source);
TableSpec nested_table(const SharedSource& source);
TableSpec retrieval_table(const SharedSource& source);
TableSpec retrieval_real_table(const SharedSource& source);
TableSpec metric_table(const SharedSource& source);
TableSpec ood_table(const SharedSource& source);
TableSpec ood_tuning_table(const SharedSource& source);
TableSpec extend_table(const SharedSource& source);
TableSpec taxonomy_table(const SharedSource& source);

}  // namespace llcodes::cli
