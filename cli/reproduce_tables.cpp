#include "cli/reproduce_tables.h"

#include <map>
#include <set>
#include <stdexcept>

#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

/// The row of this name, else those whose names begin so.
std::set<std::string> rows_called(const std::string& name, const TableSpec& table) {
  std::set<std::string> found;
  if (name.empty()) return found;
  for (const Row& row : table.rows) {
    if (row.label == name) return {name};
    if (row.label.starts_with(name)) found.insert(row.label);
  }
  return found;
}

std::string all_rows(const std::vector<TableSpec>& tables) {
  std::string text;
  for (const TableSpec& table : tables) {
    for (const Row& row : table.rows) text += (text.empty() ? "" : "; ") + row.label;
  }
  return text;
}

}  // namespace

TableSpec make_table(const std::string& name, Experiments& experiments,
                     const TableOptions& options) {
  static const std::map<std::string, TableSpec (*)(const SharedSource&)> tables = {
      {"classification", classification_table},
      {"departures", departures_table},
      {"bits", bits_table},
      {"separability", separability_table},
      {"backbone", backbone_table},
      {"codebook-speed", codebook_speed_table},
      {"nested", nested_table},
      {"retrieval", retrieval_table},
      {"retrieval-real", retrieval_real_table},
      {"metric", metric_table},
      {"ood", ood_table},
      {"ood-tuning", ood_tuning_table},
      {"extend", extend_table},
      {"taxonomy", taxonomy_table}};
  return tables.at(name)(
      std::make_shared<TableSource>(TableSource{experiments, Cells(experiments, options)}));
}

std::vector<TableSpec> with_rows(std::vector<TableSpec> tables,
                                 const std::vector<std::string>& names) {
  if (names.empty()) return tables;
  const std::string known = all_rows(tables);
  std::set<std::string> missing(names.begin(), names.end());
  for (TableSpec& table : tables) {
    std::set<std::string> kept;
    for (const std::string& name : names) {
      const std::set<std::string> found = rows_called(name, table);
      if (!found.empty()) missing.erase(name);
      kept.insert(found.begin(), found.end());
    }
    std::erase_if(table.rows, [&](const Row& row) { return !kept.contains(row.label); });
  }
  if (!missing.empty()) {
    throw std::invalid_argument("--row '" + *missing.begin() +
                                "': no row begins so; there are: " + known);
  }
  std::erase_if(tables, [](const TableSpec& table) { return table.rows.empty(); });
  return tables;
}

}  // namespace llcodes::cli
