// A table of `reproduce` with its figures: text for the console, Markdown and JSON for files.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/reproduce_tables.h"

namespace llcodes::cli {

/// One row with the values of every seed.
struct MeasuredRow {
  std::string label;
  std::vector<Values> seeds;
  Values paper;
};

struct MeasuredTable {
  std::string name, title, protocol;
  std::string data;  ///< what it was measured on
  std::vector<Column> columns;
  std::vector<MeasuredRow> rows;
};

struct Spread {
  double mean = 0;
  double deviation = 0;  ///< of the sample; 0 of a single seed
};
Spread spread_of(const std::vector<double>& values);

/// Columns without a figure are left out; the paper's figures have columns of their own.
std::string text_of(const MeasuredTable& table);
std::string markdown_of(const MeasuredTable& table);
nlohmann::json json_of(const MeasuredTable& table);

}  // namespace llcodes::cli
