#include "llcodes/eval/retrieval.h"

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string>

#include "llcodes/core/parallel.h"
#include "llcodes/eval/ranking.h"

namespace llcodes {
namespace {

/// Partial sums are kept block by block and added in order, so that threads change no digit.
constexpr std::size_t kBlocks = 256;

void check(const LabelledCodes& queries, const LabelledCodes& database,
           const RetrievalOptions& options) {
  check_labelled(queries, "queries");
  check_labelled(database, "database");
  if (queries.codes.num_bits() != database.codes.num_bits()) {
    throw std::invalid_argument(
        "retrieval: the queries have " + std::to_string(queries.codes.num_bits()) +
        " bits and the database has " + std::to_string(database.codes.num_bits()) +
        ": encode both with one model");
  }
  if (queries.codes.empty() || database.codes.empty()) {
    throw std::invalid_argument("retrieval: found " + std::to_string(queries.codes.size()) +
                                " queries and " + std::to_string(database.codes.size()) +
                                " codes in the database, expected at least one of each");
  }
  const auto stray = std::ranges::find_if(queries.labels, [](std::int32_t l) { return l < 0; });
  if (stray != queries.labels.end()) {
    throw std::invalid_argument("retrieval: query " +
                                std::to_string(stray - queries.labels.begin()) +
                                " is of no class, so nothing can be relevant to it");
  }
  if (options.leave_one_out && (queries.codes.size() != database.codes.size() ||
                                !std::ranges::equal(queries.labels, database.labels))) {
    throw std::invalid_argument(
        "retrieval: leaving one out needs the same instances as queries and as database");
  }
}

/// Equal queries (one code, one class) are scored once.
struct QueryGroup {
  std::uint32_t first = 0;  ///< row of one of them
  std::uint32_t count = 0;
};

std::vector<QueryGroup> group_queries(const LabelledCodes& queries) {
  std::vector<QueryGroup> groups;
  for (const std::uint32_t row : rows_by_code(queries)) {
    const bool repeats = !groups.empty() &&
                         queries.labels[groups.back().first] == queries.labels[row] &&
                         std::ranges::equal(queries.codes[groups.back().first], queries.codes[row]);
    if (repeats) {
      ++groups.back().count;
    } else {
      groups.push_back({row, 1});
    }
  }
  return groups;
}

/// Sums of the scores of some queries.
class Sums {
 public:
  Sums(std::size_t depths, int num_bits)
      : rows_(depths), by_radius_(static_cast<std::size_t>(num_bits) + 1) {}

  void add(std::span<const TieGroup> by_distance, const std::vector<RankingScorer>& scorers,
           double weight) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const RankingScores scores = scorers[i].score(by_distance);
      rows_[i].rmap += weight * scores.rmap;
      rows_[i].cmap += weight * scores.cmap;
      rows_[i].precision += weight * scores.precision;
      rows_[i].recall += weight * scores.recall;
    }
    add_balls(by_distance, weight);
  }

  void add(const Sums& other) {
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      rows_[i].rmap += other.rows_[i].rmap;
      rows_[i].cmap += other.rows_[i].cmap;
      rows_[i].precision += other.rows_[i].precision;
      rows_[i].recall += other.rows_[i].recall;
    }
    for (std::size_t i = 0; i < by_radius_.size(); ++i) {
      by_radius_[i].precision += other.by_radius_[i].precision;
      by_radius_[i].recall += other.by_radius_[i].recall;
      by_radius_[i].answered += other.by_radius_[i].answered;
      by_radius_[i].retrieved += other.by_radius_[i].retrieved;
    }
    hopeless_ += other.hopeless_;
  }

  void write_means(const RetrievalOptions& options, RetrievalTable& table) const {
    const auto count = static_cast<double>(table.queries);
    table.hopeless = static_cast<std::size_t>(hopeless_);
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      const RetrievalRow& sum = rows_[i];
      table.rows.push_back({options.depths[i], sum.rmap / count, sum.cmap / count,
                            sum.precision / count, sum.recall / count});
    }
    for (std::size_t i = 0; i < by_radius_.size(); ++i) {
      const RadiusRow& sum = by_radius_[i];
      table.by_radius.push_back({static_cast<int>(i), sum.precision / count, sum.recall / count,
                                 sum.answered / count, sum.retrieved / count});
    }
  }

 private:
  void add_balls(std::span<const TieGroup> by_distance, double weight) {
    std::size_t all_relevant = 0;
    for (const TieGroup& group : by_distance) all_relevant += group.relevant;
    if (all_relevant == 0) hopeless_ += weight;
    TieGroup ball;
    for (std::size_t radius = 0; radius < by_distance.size(); ++radius) {
      ball.size += by_distance[radius].size;
      ball.relevant += by_distance[radius].relevant;
      const auto size = static_cast<double>(ball.size), hits = static_cast<double>(ball.relevant);
      by_radius_[radius].retrieved += weight * size;
      if (ball.size > 0) by_radius_[radius].answered += weight;
      if (ball.size > 0) by_radius_[radius].precision += weight * hits / size;
      if (all_relevant > 0) {
        by_radius_[radius].recall += weight * hits / static_cast<double>(all_relevant);
      }
    }
  }

  std::vector<RetrievalRow> rows_;
  std::vector<RadiusRow> by_radius_;
  double hopeless_ = 0;
};

/// The database as queries see it: how many items, and how many relevant ones, at each distance.
class Ranker {
 public:
  Ranker(const LabelledCodes& queries, const CountedDatabase& database, bool leave_one_out)
      : queries_(queries), database_(database), leave_one_out_(leave_one_out) {}

  std::size_t width() const { return static_cast<std::size_t>(queries_.codes.num_bits()) + 1; }

  std::vector<TieGroup> by_distance(std::size_t query) const {
    const CodeView code = queries_.codes[query];
    std::vector<std::uint64_t> items(width()), relevant(width());
    database_.all().add_distances(code, items);
    const CountedCodes* same_class = database_.of_class(queries_.labels[query]);
    if (same_class != nullptr) same_class->add_distances(code, relevant);
    std::vector<TieGroup> groups(width());
    for (std::size_t i = 0; i < width(); ++i) groups[i] = {items[i], relevant[i]};
    if (leave_one_out_) groups[0] = {groups[0].size - 1, groups[0].relevant - 1};
    return groups;
  }

 private:
  const LabelledCodes& queries_;
  const CountedDatabase& database_;
  bool leave_one_out_;
};

std::vector<RankingScorer> make_scorers(const RetrievalOptions& options, std::size_t items) {
  std::vector<RankingScorer> scorers;
  for (const std::size_t depth : options.depths) scorers.emplace_back(std::min(depth, items));
  return scorers;
}

}  // namespace

RetrievalTable measure_retrieval(const LabelledCodes& queries, const LabelledCodes& database,
                                 const RetrievalOptions& options) {
  check(queries, database, options);
  const CountedDatabase counted(database);
  const Ranker ranker(queries, counted, options.leave_one_out);
  const std::vector<RankingScorer> scorers = make_scorers(options, database.codes.size());
  const std::vector<QueryGroup> groups = group_queries(queries);
  std::vector<Sums> sums(std::min(kBlocks, groups.size()),
                         Sums(scorers.size(), queries.codes.num_bits()));
  for_each_in_parallel(
      sums.size(),
      [&](std::size_t block) {
        for (std::size_t i = block; i < groups.size(); i += sums.size()) {
          sums[block].add(ranker.by_distance(groups[i].first), scorers, groups[i].count);
        }
      },
      options.threads);
  for (std::size_t block = 1; block < sums.size(); ++block) sums[0].add(sums[block]);
  RetrievalTable table{.queries = queries.codes.size(),
                       .database = database.codes.size(),
                       .distinct_codes = counted.all().codes().size(),
                       .num_bits = queries.codes.num_bits()};
  sums[0].write_means(options, table);
  return table;
}

}  // namespace llcodes
