#include "llcodes/eval/real_retrieval.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <vector>

#include "llcodes/core/parallel.h"

namespace llcodes {
namespace {

void check(const LabelledRows& rows, std::size_t dimension, const char* what) {
  if (!rows.labels.empty() && rows.values.size() == rows.labels.size() * dimension) return;
  throw std::invalid_argument(std::string("retrieval: ") + what + " of " +
                              std::to_string(rows.labels.size()) + " labels and " +
                              std::to_string(rows.values.size()) + " values; expected " +
                              std::to_string(dimension) + " values a label");
}

/// Unit rows have the same order by Euclidean distance as by cosine.
std::vector<float> prepared(const LabelledRows& rows, const RealRetrievalOptions& options) {
  std::vector<float> values(rows.values.begin(), rows.values.end());
  if (options.metric == RealMetric::kEuclidean) return values;
  for (auto row = values.begin(); row != values.end();
       row += static_cast<std::ptrdiff_t>(options.dimension)) {
    float squares = 0;
    for (std::size_t j = 0; j < options.dimension; ++j) squares += row[j] * row[j];
    const float norm = std::max(std::sqrt(squares), 1e-12f);
    for (std::size_t j = 0; j < options.dimension; ++j) row[j] /= norm;
  }
  return values;
}

struct Found {
  float distance;
  bool relevant;
};

/// One tie group for each distance among the nearest `depth` items, one for all that lie farther.
std::vector<TieGroup> groups_of(std::vector<Found>& items, std::size_t depth) {
  const auto nearer = [](const Found& a, const Found& b) { return a.distance < b.distance; };
  const auto cut = items.begin() + static_cast<std::ptrdiff_t>(std::min(depth, items.size()));
  if (cut != items.end()) std::nth_element(items.begin(), cut, items.end(), nearer);
  // Items that tie with the last one inside belong to its group.
  const float limit = std::max_element(items.begin(), cut, nearer)->distance;
  const auto end =
      std::partition(cut, items.end(), [&](const Found& item) { return item.distance == limit; });
  std::sort(items.begin(), end, nearer);
  std::vector<TieGroup> groups;
  for (auto item = items.begin(); item != end; ++item) {
    if (item == items.begin() || item->distance != (item - 1)->distance) groups.emplace_back();
    ++groups.back().size;
    groups.back().relevant += item->relevant;
  }
  groups.push_back({static_cast<std::size_t>(items.end() - end),
                    static_cast<std::size_t>(std::count_if(
                        end, items.end(), [](const Found& item) { return item.relevant; }))});
  return groups;
}

}  // namespace

RankingScores measure_real_retrieval(const LabelledRows& queries, const LabelledRows& database,
                                     const RealRetrievalOptions& options) {
  check(queries, options.dimension, "queries");
  check(database, options.dimension, "a database");
  const std::vector<float> asked = prepared(queries, options), stored = prepared(database, options);
  const RankingScorer scorer(options.depth);
  std::vector<RankingScores> scores(queries.labels.size());
  for_each_in_parallel(scores.size(), [&](std::size_t query) {
    std::vector<Found> items(database.labels.size());
    const float* row = asked.data() + query * options.dimension;
    for (std::size_t i = 0; i < items.size(); ++i) {
      const float* other = stored.data() + i * options.dimension;
      float distance = 0;
      for (std::size_t j = 0; j < options.dimension; ++j) {
        distance += (row[j] - other[j]) * (row[j] - other[j]);
      }
      items[i] = {distance, database.labels[i] == queries.labels[query]};
    }
    scores[query] = scorer.score(groups_of(items, options.depth));
  });
  RankingScores mean;
  for (const RankingScores& score : scores) {
    const double share = 1 / static_cast<double>(scores.size());
    mean.rmap += share * score.rmap;
    mean.cmap += share * score.cmap;
    mean.precision += share * score.precision;
    mean.recall += share * score.recall;
  }
  return mean;
}

}  // namespace llcodes
