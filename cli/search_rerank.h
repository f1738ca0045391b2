// The second stage of `llcodes search`: a shortlist put into a finer order.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "llcodes/core/encoded_set.h"
#include "llcodes/core/options.h"
#include "llcodes/data/feature_file.h"
#include "llcodes/search/index.h"
#include "llcodes/search/rerank.h"

namespace llcodes::cli {

struct RerankOptions {
  std::string method = "none";
  std::int64_t shortlist = 1000;
  std::string features;
  std::string query_features;
  std::string metric = "cosine";
};
OptionTable options_of(RerankOptions& options);

/// One answer, by Hamming distance or reranked.
struct SearchAnswer {
  std::vector<RankedNeighbour> neighbours;
  bool has_values = false;  ///< the order is that of the values
};

/// What the chosen method needs of the index, prepared once.
class Reranker {
 public:
  /// Throws std::invalid_argument if options do not fit together, FormatError, std::system_error.
  Reranker(const RerankOptions& options, const Index& index);

  bool is_on() const { return options_.method != "none"; }
  /// How many the first stage has to find so that k remain.
  std::size_t first_stage(std::size_t k) const;

  /// The queries that answers will be asked for; `input` is where they came from.
  void set_queries(const EncodedSet& queries, const std::string& input);
  SearchAnswer answer(std::size_t query, std::span<const Neighbour> found, std::size_t k) const;

 private:
  std::vector<RankedNeighbour> by_features(std::size_t query, std::span<const Neighbour> found,
                                           std::size_t k) const;

  RerankOptions options_;
  std::optional<CodeLookup> codes_;
  std::optional<FeatureFile> features_, query_features_;
  const EncodedSet* queries_ = nullptr;
};

}  // namespace llcodes::cli
