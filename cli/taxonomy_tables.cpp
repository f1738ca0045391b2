// The table of `reproduce` about how classes relate: the paper's discovered taxonomy, in figures.
#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

const std::vector<Column> kColumns = {{"spearman", "Spearman, classifier", Format::kScore},
                                      {"spearman_means", "Spearman, means", Format::kScore},
                                      {"purity", "purity", Format::kScore},
                                      {"nmi", "NMI", Format::kScore},
                                      {"cophenetic", "cophenetic", Format::kScore}};

}  // namespace

TableSpec taxonomy_table(const SharedSource& source) {
  TableSpec table{"taxonomy", "How the classes relate (the paper's appendix)", {}, kColumns, {},
                  true};
  table.protocol =
      "Spearman: rank correlation of a class's inner products with the others, by codes and by the "
      "rows of the linear classifier or the mean features of the classes in its backbone, mean "
      "over "
      "classes. Purity, NMI and cophenetic correlation: agreement of the tree by average linkage "
      "with the given hierarchy.";
  table.rows = {group_row(source, Measure::kTaxonomy, "codes", {{"spearman", 0.30}}),
                group_row(source, Measure::kTaxonomy, "random codes", {{"spearman", 0.005}}),
                group_row(source, Measure::kTaxonomy, "linear classifier"),
                group_row(source, Measure::kTaxonomy, "mean features")};
  return table;
}

}  // namespace llcodes::cli
