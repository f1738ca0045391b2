// Question: what does a shortlist by code save, and what does it lose?
//
// Truth is the exhaustive scan: the ten nearest by cosine of the float features of all instances.
// Beside it, in one run on one thread: the two-stage search, which takes a shortlist by Hamming
// distance from an index and puts it into the order of the features; and the codes alone, by
// Hamming distance and by asymmetric distance. "same class" is the share of the ten that are of the
// query's class. Codes come from `llcodes encode`, features are the .npy files that were encoded.
//
//   bench_rerank DATABASE.llc DATABASE.npy QUERIES.llc QUERIES.npy [--json FILE]
#include "llcodes/search/rerank.h"

#include <cstdio>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <unordered_set>

#include "bench/timing.h"
#include "llcodes/core/cpu.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/data/feature_file.h"
#include "llcodes/search/index.h"

namespace llcodes::bench {
namespace {

constexpr std::size_t kNeighbours = 10;
constexpr std::size_t kQueries = 500;  ///< the first ones

struct Row {
  std::string what;
  double microseconds;  ///< a query
  double recall;        ///< of the ten nearest by features
  double same_class;
};

using Ranked = std::vector<RankedNeighbour>;

/// The data of one comparison; rows of the index are ids.
struct Problem {
  EncodedSet database, queries;
  FeatureFile database_features, query_features;
  Index index;
  CodeLookup codes;
  std::size_t count;  ///< of queries
  std::vector<Ranked> truth;

  CodeView code(std::size_t query) const { return queries.codes[query]; }
  std::vector<float> features(std::size_t query) const {
    std::vector<float> row(query_features.dimension());
    query_features.read(query, row);
    return row;
  }
};

Ranked by_features(const Problem& problem, std::size_t query,
                   std::span<const Neighbour> shortlist) {
  const std::vector<float> asked = problem.features(query);
  std::vector<float> stored(asked.size());
  return rerank(shortlist, kNeighbours, [&](std::int64_t id) {
    problem.database_features.read(static_cast<std::size_t>(id), stored);
    return feature_distance(asked, stored, Metric::kCosine);
  });
}

Ranked exhaustive(const Problem& problem, std::size_t query) {
  std::vector<Neighbour> all(problem.database.codes.size());
  for (std::size_t row = 0; row < all.size(); ++row) all[row].id = static_cast<std::int64_t>(row);
  return by_features(problem, query, all);
}

Ranked two_stage(const Problem& problem, std::size_t query, std::size_t shortlist) {
  return by_features(problem, query, problem.index.search(problem.code(query), {.k = shortlist}));
}

Ranked by_projection(const Problem& problem, std::size_t query, std::size_t shortlist) {
  const auto width = static_cast<std::size_t>(problem.queries.codes.num_bits());
  const AsymmetricDistance distance(
      std::span(problem.queries.projections).subspan(query * width, width));
  return rerank(problem.index.search(problem.code(query), {.k = shortlist}), kNeighbours, distance,
                problem.codes);
}

Ranked by_code(const Problem& problem, std::size_t query) {
  Ranked ranked;
  for (const Neighbour& found : problem.index.search(problem.code(query), {.k = kNeighbours})) {
    ranked.push_back({found.id, found.distance, 0});
  }
  return ranked;
}

double overlap(const Ranked& found, const Ranked& truth) {
  std::unordered_set<std::int64_t> ids;
  for (const RankedNeighbour& neighbour : truth) ids.insert(neighbour.id);
  double shared = 0;
  for (const RankedNeighbour& neighbour : found) shared += ids.count(neighbour.id) > 0;
  return shared / static_cast<double>(truth.size());
}

double same_class(const Problem& problem, std::size_t query, const Ranked& found) {
  double same = 0;
  for (const RankedNeighbour& neighbour : found) {
    same += problem.database.labels.at(static_cast<std::size_t>(neighbour.id)) ==
            problem.queries.labels.at(query);
  }
  return same / static_cast<double>(found.size());
}

template <class Answer>
Row measure(const Problem& problem, const std::string& what, const Answer& answer) {
  Row row{what, 0, 0, 0};
  const auto count = static_cast<double>(problem.count);
  for (std::size_t query = 0; query < problem.count; ++query) {
    const Ranked found = answer(query);
    row.recall += overlap(found, problem.truth[query]) / count;
    row.same_class += same_class(problem, query, found) / count;
  }
  const double seconds = fastest_seconds(
      [&] {
        for (std::size_t query = 0; query < problem.count; ++query) answer(query);
      },
      {.min_rounds = 3});
  row.microseconds = seconds * 1e6 / count;
  return row;
}

std::vector<Row> measure_all(const Problem& problem) {
  std::vector<Row> rows;
  const auto add = [&](const std::string& what, const auto& answer) {
    rows.push_back(measure(problem, what, answer));
    const Row& row = rows.back();
    std::printf("%-34s %14.1f %10.1f %10.4f %12.4f\n", what.c_str(), row.microseconds,
                rows.front().microseconds / row.microseconds, row.recall, row.same_class);
    std::fflush(stdout);
  };
  std::printf("%-34s %14s %10s %10s %12s\n", "what", "us a query", "x faster", "recall@10",
              "same class");
  add("features, exhaustive", [&](std::size_t q) { return exhaustive(problem, q); });
  for (const std::size_t size : {100u, 300u, 1000u, 3000u}) {
    add("shortlist " + std::to_string(size) + ", then features",
        [&, size](std::size_t q) { return two_stage(problem, q, size); });
  }
  add("codes, Hamming distance", [&](std::size_t q) { return by_code(problem, q); });
  for (const std::size_t size : {100u, 1000u}) {
    add("shortlist " + std::to_string(size) + ", then asymmetric",
        [&, size](std::size_t q) { return by_projection(problem, q, size); });
  }
  return rows;
}

Problem load_problem(const std::vector<std::string>& paths) {
  EncodedSet database = EncodedSet::load(paths[0]), queries = EncodedSet::load(paths[2]);
  Index index = Index::build(Entries{database.codes}, {.threads = 1});
  CodeLookup codes(index.ids(), index.codes());
  const std::size_t count = std::min(kQueries, queries.codes.size());
  Problem problem{std::move(database),
                  std::move(queries),
                  FeatureFile(paths[1]),
                  FeatureFile(paths[3]),
                  std::move(index),
                  std::move(codes),
                  count,
                  {}};
  if (problem.database_features.size() != problem.database.codes.size() ||
      problem.query_features.size() != problem.queries.codes.size()) {
    throw std::runtime_error("codes and features have different numbers of rows");
  }
  for (std::size_t query = 0; query < count; ++query) {
    problem.truth.push_back(exhaustive(problem, query));
  }
  return problem;
}

void write_json(const std::string& path, const Problem& problem, const std::vector<Row>& rows) {
  nlohmann::ordered_json root = {{"cpu", cpu_description()},
                                 {"instances", problem.database.codes.size()},
                                 {"features", problem.database_features.dimension()},
                                 {"bits", problem.database.codes.num_bits()},
                                 {"queries", problem.count},
                                 {"rows", nlohmann::ordered_json::array()}};
  for (const Row& row : rows) {
    root["rows"].push_back({{"what", row.what},
                            {"microseconds", row.microseconds},
                            {"speed_up", rows.front().microseconds / row.microseconds},
                            {"recall_at_10", row.recall},
                            {"same_class", row.same_class}});
  }
  std::ofstream file(path);
  file << root.dump(2) << "\n";
  if (!file.flush()) throw std::runtime_error("cannot write " + path);
}

void run(const std::vector<std::string>& paths, const std::string& json_path) {
  const Problem problem = load_problem(paths);
  std::printf("%s; %zu instances of %zu features and %d bits, %zu queries, one thread\n",
              cpu_description().c_str(), problem.database.codes.size(),
              problem.database_features.dimension(), problem.database.codes.num_bits(),
              problem.count);
  const std::vector<Row> rows = measure_all(problem);
  if (!json_path.empty()) write_json(json_path, problem, rows);
}

}  // namespace
}  // namespace llcodes::bench

int main(int argc, char** argv) {
  std::vector<std::string> paths;
  std::string json_path;
  for (int i = 1; i < argc; ++i) {
    const std::string argument = argv[i];
    if (argument == "--json" && i + 1 < argc) {
      json_path = argv[++i];
    } else {
      paths.push_back(argument);
    }
  }
  if (paths.empty()) {
    std::cout << "left out: it needs codes and their features, see docs/retrieval.md\n";
    return 0;
  }
  if (paths.size() != 4) {
    std::cerr << "usage: bench_rerank DATABASE.llc DATABASE.npy QUERIES.llc QUERIES.npy "
                 "[--json FILE]\n";
    return 2;
  }
  try {
    llcodes::bench::run(paths, json_path);
  } catch (const std::exception& error) {
    std::cerr << "bench_rerank: " << error.what() << "\n";
    return 1;
  }
}
