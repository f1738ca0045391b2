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

using Order = std::vector<std::uint32_t>;

/// Drawn at random, so that the page shows good and bad answers alike.
json queries_of(const Material& material, const Index& database, const Order& order) {
  json queries = json::array();
  for (std::size_t i = 0; i < std::min(kQueries, order.size()); ++i) {
    queries.push_back(query_of(material, database, order[i]));
  }
  return queries;
}

/// The first query after those whose nearest is of another class: a few drawn at random may all be
/// right. Null if there is none.
json failed_query(const Material& material, const Index& database, const Order& order) {
  const EncodedSet &test = *material.run.test, &train = *material.run.train;
  for (std::size_t i = kQueries; i < order.size(); ++i) {
    const Neighbour nearest = database.search(test.codes[order[i]], {.k = 1}).front();
    if (train.labels[static_cast<std::size_t>(nearest.id)] == test.labels[order[i]]) continue;
    return query_of(material, database, order[i]);
  }
  return nullptr;
}

/// What a perfect search would reach at a depth: a class may have fewer instances than are asked.
struct Ceiling {
  double precision = 0;
  double recall = 0;
};

std::vector<std::size_t> class_sizes(const RunRecord& run) {
  std::vector<std::size_t> sizes(run.codebook.num_classes());
  for (const std::int32_t label : run.train->labels) ++sizes[static_cast<std::size_t>(label)];
  return sizes;
}

Ceiling ceiling_of(const RunRecord& run, std::size_t depth) {
  const std::vector<std::size_t> sizes = class_sizes(run);
  Ceiling sum;
  for (const std::int32_t label : run.test->labels) {
    const std::size_t size = sizes[static_cast<std::size_t>(label)];
    const auto found = static_cast<double>(std::min(depth, size));
    sum.precision += found / static_cast<double>(std::min(depth, run.train->labels.size()));
    sum.recall += size == 0 ? 0 : found / static_cast<double>(size);
  }
  const auto queries = static_cast<double>(run.test->labels.size());
  return {sum.precision / queries, sum.recall / queries};
}

json rows_of(const RunRecord& run, const RetrievalTable& table) {
  json rows = json::array();
  for (const RetrievalRow& row : table.rows) {
    const Ceiling ceiling = ceiling_of(run, row.depth);
    rows.push_back({{"depth", row.depth},
                    {"rmap", row.rmap},
                    {"cmap", row.cmap},
                    {"precision", row.precision},
                    {"precision_limit", rounded(ceiling.precision, 4)},
                    {"recall", row.recall},
                    {"recall_limit", rounded(ceiling.recall, 4)}});
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
  const Index database =
      Index::build(Entries{.codes = run.train->codes}, {.kind = IndexKind::kFlat});
  const Order order = permutation(run.test->codes.size(), 2, 0);
  return {{"database", table.database},
          {"num_queries", table.queries},
          {"distinct_codes", table.distinct_codes},
          {"rows", rows_of(run, table)},
          {"queries", queries_of(material, database, order)},
          {"failed", failed_query(material, database, order)}};
}

}  // namespace llcodes::report
