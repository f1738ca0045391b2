#include <algorithm>

#include "llcodes/core/random.h"
#include "llcodes/eval/retrieval.h"
#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"
#include "llcodes/search/index.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr std::size_t kQueries = 16, kNeighbours = 12;
constexpr std::size_t kDepths[] = {10, 100, 1000};

json neighbour_of(const Material& material, const Neighbour& found) {
  const EncodedSet& train = *material.run.train;
  const auto index = static_cast<std::size_t>(found.id);
  const std::string name = instance_name(train, index);
  return {{"picture", material.sheet.add(material.train, name)},
          {"name", name},
          {"label", train.labels[index]},
          {"distance", found.distance}};
}

json query_of(const Material& material, const Index& database, std::size_t index) {
  const EncodedSet& test = *material.run.test;
  const std::string name = instance_name(test, index);
  json neighbours = json::array();
  for (const Neighbour& found : database.search(test.codes[index], {.k = kNeighbours})) {
    neighbours.push_back(neighbour_of(material, found));
  }
  return {{"picture", material.sheet.add(material.test, name)},
          {"name", name},
          {"label", test.labels[index]},
          {"neighbours", neighbours}};
}

/// Drawn at random, so that the page shows good and bad answers alike.
json queries_of(const Material& material) {
  const Index database =
      Index::build(Entries{.codes = material.run.train->codes}, {.kind = IndexKind::kFlat});
  json queries = json::array();
  const auto order = permutation(material.run.test->codes.size(), 2, 0);
  for (std::size_t i = 0; i < std::min(kQueries, order.size()); ++i) {
    queries.push_back(query_of(material, database, order[i]));
  }
  return queries;
}

json rows_of(const RetrievalTable& table) {
  json rows = json::array();
  for (const RetrievalRow& row : table.rows) {
    rows.push_back({{"depth", row.depth},
                    {"rmap", row.rmap},
                    {"cmap", row.cmap},
                    {"precision", row.precision},
                    {"recall", row.recall}});
  }
  return rows;
}

}  // namespace

json retrieval_section(const Material& material) {
  const RunRecord& run = material.run;
  if (!run.test || !run.train || run.test->codes.empty() || run.train->codes.empty()) {
    return nullptr;
  }
  const RetrievalTable table =
      measure_retrieval({run.test->codes, run.test->labels}, {run.train->codes, run.train->labels},
                        {.depths = {kDepths, std::end(kDepths)}});
  return {{"database", table.database},
          {"num_queries", table.queries},
          {"distinct_codes", table.distinct_codes},
          {"rows", rows_of(table)},
          {"queries", queries_of(material)}};
}

}  // namespace llcodes::report
