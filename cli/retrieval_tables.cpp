// The tables of `reproduce` that are about retrieval, with the paper's figures on ImageNet-100
// (tables 3 and 5: AlexNet, table 4: ResNet50).
#include "cli/table_rows.h"

namespace llcodes::cli {
namespace {

const std::vector<Column> kColumns = {{"cmap", "CMAP@1000", Format::kScore},
                                      {"rmap", "RMAP@1000", Format::kScore},
                                      {"precision", "P@1000", Format::kScore},
                                      {"recall", "recall@1000", Format::kScore}};

const std::vector<std::int64_t> kLengths = {10, 16, 32, 48, 64};

struct PaperScores {
  std::vector<double> cmap, rmap;  ///< at the lengths above; empty: not in the paper
};
const std::map<std::string, PaperScores> kPaper = {
    {"hashnet",
     {{0.1995, 0.2815, 0.4300, 0.5270, 0.5124}, {0.3721, 0.4634, 0.5915, 0.6548, 0.6542}}},
    {"greedyhash", {{0.2860, 0.4247, 0.5412, 0.5720, 0.5895}, {}}},
    {"llc", {{0.3086, 0.4305, 0.5565, 0.5749, 0.6000}, {0.4815, 0.5617, 0.6587, 0.6750, 0.6932}}}};

Values paper_scores(const std::string& method, std::size_t length) {
  const auto found = kPaper.find(method);
  if (found == kPaper.end()) return {};
  Values values = {{"cmap", found->second.cmap[length]}};
  if (!found->second.rmap.empty()) values["rmap"] = found->second.rmap[length];
  return values;
}

std::string protocol(const SharedSource& source) {
  const bool on_test = source->experiments.measured_part() == Part::kTest;
  return std::string("Queries: the measured data. Database: training ") +
         (on_test ? "and validation data" : "data") +
         ". Each method fine-tunes the same linear classifier's backbone on " +
         std::to_string(source->cells.per_class_for_retrieval()) +
         " training instances a class. Codes read the features alone" +
         (source->cells.recipe_has_own_rows()
              ? ", but for those of recipe " + source->cells.recipe() +
                    ", which read what the recipe lets them, the linear classifier's answer too"
              : "") +
         ". Scores are exact expectations over the order of ties.";
}

void add(TableSpec& table, const SharedSource& source, const std::string& method, std::int64_t bits,
         const Values& paper) {
  const bool real = method == "real";
  if (!real && !source->cells.suffices(bits)) return;
  table.rows.push_back(row_of(
      source, method + ", " + std::to_string(bits) + (real ? " dimensions" : " bits"),
      [method, bits](const Cells& cells, auto seed) { return cells.retrieval(method, bits, seed); },
      paper));
}

void add_recipe(TableSpec& table, const SharedSource& source, std::int64_t bits) {
  if (!source->cells.recipe_has_own_rows() || !source->cells.suffices(bits)) return;
  table.rows.push_back(row_of(
      source, "llc, recipe " + source->cells.recipe() + ", " + std::to_string(bits) + " bits",
      [bits](const Cells& cells, auto seed) { return cells.retrieval_by_recipe(bits, seed); }));
}

}  // namespace

TableSpec retrieval_table(const SharedSource& source) {
  TableSpec table{"retrieval", "Retrieval (table 3)", protocol(source), kColumns, {}};
  for (const std::string method : {"hashnet", "greedyhash", "csq", "orthohash", "llc"}) {
    for (std::size_t i = 0; i < kLengths.size(); ++i) {
      Values paper = paper_scores(method, i);
      paper.erase("rmap");
      add(table, source, method, kLengths[i], paper);
    }
  }
  for (const std::int64_t bits : kLengths) add_recipe(table, source, bits);
  return table;
}

TableSpec retrieval_real_table(const SharedSource& source) {
  TableSpec table{
      "retrieval-real",
      "Bits against real dimensions (table 4)",
      protocol(source) +
          " Real values are ranked by Euclidean distance or cosine, the better of both.",
      kColumns,
      {}};
  add(table, source, "llc", 10, {{"cmap", 0.6458}});
  add(table, source, "llc", 64, {{"cmap", 0.6773}});
  add_recipe(table, source, 10);
  add_recipe(table, source, 64);
  add(table, source, "real", 8, {{"cmap", 0.5041}});
  add(table, source, "real", 10, {{"cmap", 0.6657}});
  add(table, source, "real", 64, {{"cmap", 0.7794}});
  return table;
}

TableSpec metric_table(const SharedSource& source) {
  TableSpec table{"metric", "RMAP and CMAP (table 5)", protocol(source), kColumns, {}};
  for (std::size_t i = 0; i < kLengths.size(); ++i) {
    for (const std::string method : {"hashnet", "llc"}) {
      add(table, source, method, kLengths[i], paper_scores(method, i));
    }
  }
  return table;
}

}  // namespace llcodes::cli
