#include "cli/reproduce_tables.h"

#include <map>

#include "cli/table_rows.h"

namespace llcodes::cli {

TableSpec make_table(const std::string& name, Experiments& experiments,
                     const TableOptions& options) {
  static const std::map<std::string, TableSpec (*)(const SharedSource&)> tables = {
      {"classification", classification_table},
      {"departures", departures_table},
      {"bits", bits_table},
      {"separability", separability_table},
      {"codebook-speed", codebook_speed_table},
      {"nested", nested_table},
      {"retrieval", retrieval_table},
      {"retrieval-real", retrieval_real_table},
      {"metric", metric_table},
      {"ood", ood_table},
      {"extend", extend_table},
      {"taxonomy", taxonomy_table}};
  return tables.at(name)(
      std::make_shared<TableSource>(TableSource{experiments, Cells(experiments, options)}));
}

}  // namespace llcodes::cli
