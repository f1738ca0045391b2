// How well real-valued representations retrieve: what binary codes are compared with.
#pragma once

#include <cstdint>
#include <span>

#include "llcodes/eval/ranking.h"

namespace llcodes {

enum class RealMetric { kEuclidean, kCosine };

/// Rows of `dimension` values, each with the class of its instance.
struct LabelledRows {
  std::span<const float> values;         ///< [n, dimension]
  std::span<const std::int32_t> labels;  ///< [n]
};

struct RealRetrievalOptions {
  std::size_t dimension = 0;
  std::size_t depth = 1000;
  RealMetric metric = RealMetric::kEuclidean;
};

/// Means over all queries; every query scans the whole database, and equal distances are ties as in
/// eval/retrieval.h. Throws std::invalid_argument if sizes do not fit or there is no query or no
/// database. Runs on all CPUs.
RankingScores measure_real_retrieval(const LabelledRows& queries, const LabelledRows& database,
                                     const RealRetrievalOptions& options);

}  // namespace llcodes
