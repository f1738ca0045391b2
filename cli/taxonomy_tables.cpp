// The table of `reproduce` about how classes relate: the paper's discovered taxonomy, in figures.
#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

const std::vector<Column> kColumns = {{"spearman", "Spearman", Format::kScore},
                                      {"purity", "purity", Format::kScore},
                                      {"nmi", "NMI", Format::kScore},
                                      {"cophenetic", "cophenetic", Format::kScore}};

Row representation_row(const SharedSource& source, const std::string& name, const Values& paper) {
  const auto measure = [source, name](std::int64_t seed) {
    Cell cell = source->cells.llc(source->cells.bits(), seed);
    cell.measure = Measure::kTaxonomy;
    cell.linear = source->experiments.model_of(source->cells.linear(seed));
    return values_of_group(source->experiments.measure(cell), name);
  };
  return {name, measure, paper};
}

}  // namespace

TableSpec taxonomy_table(const SharedSource& source) {
  TableSpec table{"taxonomy", "How the classes relate (the paper's appendix)", {}, kColumns, {}};
  table.protocol =
      "Spearman: rank correlation of a class's inner products with the others, by codes and by the "
      "rows of the linear classifier, mean over classes. Purity, NMI and cophenetic correlation: "
      "agreement of the tree by average linkage with the given hierarchy.";
  table.rows = {representation_row(source, "codes", {{"spearman", 0.30}}),
                representation_row(source, "random codes", {{"spearman", 0.005}}),
                representation_row(source, "linear classifier", {})};
  return table;
}

}  // namespace llcodes::cli
