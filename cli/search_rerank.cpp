#include "cli/search_rerank.h"

#include <algorithm>
#include <stdexcept>

#include "cli/unused_options.h"

namespace llcodes::cli {
namespace {

void check(RerankOptions options) {
  RerankOptions usual;
  const OptionChange change{options_of(options), options_of(usual)};
  if (options.method == "none") refuse_unused(change, {"shortlist"}, "without --rerank");
  if (options.method != "features") {
    refuse_unused(change, {"features", "query-features", "metric"}, "without --rerank features");
  } else if (options.features.empty()) {
    throw std::invalid_argument(
        "--rerank features needs --features FILE.npy, the features of the indexed instances");
  }
}

void check_rows(const FeatureFile& features, const Index& index) {
  const std::vector<std::int64_t> ids = index.ids();
  if (ids.empty()) return;
  if (ids.front() < 0 || static_cast<std::size_t>(ids.back()) >= features.size()) {
    throw std::invalid_argument(features.path() + " has " + std::to_string(features.size()) +
                                " rows, and the ids of the index run from " +
                                std::to_string(ids.front()) + " to " + std::to_string(ids.back()) +
                                ": row i must hold the features of id i");
  }
}

}  // namespace

OptionTable options_of(RerankOptions& options) {
  OptionTable table;
  table.group("Second stage")
      .text("rerank", options.method, "order of the answer: Hamming, projection or features",
            {"none", "asymmetric", "features"})
      .number("shortlist", options.shortlist, "neighbours by code that are reranked", 1,
              1'000'000'000)
      .text("features", options.features,
            "features: .npy [n, d] of float16 or float32; row i belongs to id i")
      .text("query-features", options.query_features,
            "features: those of the queries; empty: the queries themselves")
      .text("metric", options.metric, "features: how to compare them",
            {"cosine", "dot", "euclidean"});
  return table;
}

Reranker::Reranker(const RerankOptions& options, const Index& index) : options_(options) {
  check(options_);
  if (options_.method == "asymmetric") codes_.emplace(index.ids(), index.codes());
  if (options_.method == "features") {
    features_.emplace(options_.features);
    check_rows(*features_, index);
  }
}

std::size_t Reranker::first_stage(std::size_t k) const {
  return is_on() ? std::max(k, static_cast<std::size_t>(options_.shortlist)) : k;
}

void Reranker::set_queries(const EncodedSet& queries, const std::string& input) {
  queries_ = &queries;
  if (options_.method == "asymmetric" && queries.projections.empty()) {
    throw std::invalid_argument(input +
                                " has no projections, which --rerank asymmetric needs: encode it "
                                "without --no-projections, or give the data and --model");
  }
  if (options_.method != "features") return;
  query_features_.emplace(options_.query_features.empty() ? input : options_.query_features);
  if (query_features_->size() != queries.codes.size() ||
      query_features_->dimension() != features_->dimension()) {
    throw std::invalid_argument(
        query_features_->path() + " is [" + std::to_string(query_features_->size()) + ", " +
        std::to_string(query_features_->dimension()) + "], expected [" +
        std::to_string(queries.codes.size()) + ", " + std::to_string(features_->dimension()) +
        "]: a row a query, as wide as " + features_->path());
  }
}

std::vector<RankedNeighbour> Reranker::by_features(std::size_t query,
                                                   std::span<const Neighbour> found,
                                                   std::size_t k) const {
  std::vector<float> asked(features_->dimension()), stored(features_->dimension());
  query_features_->read(query, asked);
  const Metric metric = metric_from_name(options_.metric);
  return rerank(found, k, [&](std::int64_t id) {
    features_->read(static_cast<std::size_t>(id), stored);
    return feature_distance(asked, stored, metric);
  });
}

SearchAnswer Reranker::answer(std::size_t query, std::span<const Neighbour> found,
                              std::size_t k) const {
  if (options_.method == "features") return {by_features(query, found, k), true};
  if (options_.method == "asymmetric") {
    const auto width = static_cast<std::size_t>(queries_->codes.num_bits());
    const AsymmetricDistance distance(
        std::span(queries_->projections).subspan(query * width, width));
    return {rerank(found, k, distance, *codes_), true};
  }
  SearchAnswer answer;
  for (const Neighbour& neighbour : found) {
    answer.neighbours.push_back({neighbour.id, neighbour.distance, 0});
  }
  return answer;
}

}  // namespace llcodes::cli
