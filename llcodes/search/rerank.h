// The second stage of a search: a shortlist found by code, put into a finer order.
//
//   by projection   asymmetric distance of the query's real-valued projection (search/asymmetric.h)
//   by features     exact distance of float features that are stored beside the index
//
// The first stage reads bits of all codes, the second reads the full data of the shortlist only: the
// pipeline that the paper's conclusion leaves for future work. docs/retrieval.md has recall and cost.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/search/answers.h"
#include "llcodes/search/asymmetric.h"

namespace llcodes {

/// A neighbour with the value it was ordered by: smaller is nearer.
struct RankedNeighbour {
  std::int64_t id = 0;
  std::int32_t distance = 0;  ///< Hamming distance, as the first stage found it
  double value = 0;
};

/// The k first of the shortlist by (value, id). A value that is not a number stands last.
std::vector<RankedNeighbour> rerank(std::span<const Neighbour> shortlist, std::size_t k,
                                    const std::function<double(std::int64_t id)>& value_of);

/// The codes of an index under their ids, to look up those of a shortlist.
class CodeLookup {
 public:
  /// `ids` ascend, one a code: what Index::ids() and Index::codes() return.
  CodeLookup(std::vector<std::int64_t> ids, Codes codes);

  /// Throws std::invalid_argument if there is no such id.
  CodeView operator[](std::int64_t id) const;

 private:
  std::vector<std::int64_t> ids_;
  Codes codes_;
};

/// By asymmetric distance of the query to the codes.
std::vector<RankedNeighbour> rerank(std::span<const Neighbour> shortlist, std::size_t k,
                                    const AsymmetricDistance& query, const CodeLookup& codes);

enum class Metric { kCosine, kDot, kEuclidean };

Metric metric_from_name(std::string_view name);  ///< "cosine", "dot", "euclidean"

/// 1 - cosine, minus the dot product, or the Euclidean distance of two vectors of one length.
double feature_distance(std::span<const float> a, std::span<const float> b, Metric metric);

}  // namespace llcodes
