// The comparisons of the paper as tables: which trainings, which figures, and the paper's own.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "cli/experiments.h"

namespace llcodes::cli {

inline const std::vector<std::string> kTableNames = {
    "classification", "departures", "bits",           "separability", "backbone", "codebook-speed",
    "nested",         "retrieval",  "retrieval-real", "metric",       "ood",      "ood-tuning",
    "extend",         "taxonomy"};

enum class Format { kPercent, kScore, kCount, kSeconds };

struct Column {
  std::string value;  ///< name in Values
  std::string heading;
  Format format;
};

struct Row {
  std::string label;
  std::function<Values(std::int64_t seed)> measure;
  Values paper;  ///< ImageNet figures, where the paper has them
};

struct TableSpec {
  std::string name;
  std::string title;
  std::string protocol;  ///< how it was measured, one paragraph
  std::vector<Column> columns;
  std::vector<Row> rows;
  bool one_training = false;  ///< all rows of a seed are measured on one training
};

struct TableOptions {
  TrainOptions base;                     ///< what every cell starts from
  std::int64_t retrieval_per_class = 0;  ///< training instances a class; 0: a tenth
  std::int64_t retrieval_epochs = 20;    ///< of fine-tuning
};

/// The table of that name. Its rows refer to `experiments`, which must outlive them.
TableSpec make_table(const std::string& name, Experiments& experiments,
                     const TableOptions& options);

/// The tables with only the rows of these names, or whose names begin so where none is called that;
/// without names all rows. Tables that keep no row are left out. Throws std::invalid_argument,
/// which lists the rows, if a name fits none.
std::vector<TableSpec> with_rows(std::vector<TableSpec> tables,
                                 const std::vector<std::string>& names);

}  // namespace llcodes::cli
