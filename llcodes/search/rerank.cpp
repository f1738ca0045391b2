#include "llcodes/search/rerank.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

/// The three sums that every metric is made of.
struct Products {
  double ab = 0, aa = 0, bb = 0;
};

/// Eight sums side by side, so that the compiler can use vectors.
Products products_of(std::span<const float> a, std::span<const float> b) {
  constexpr std::size_t kLanes = 8;
  float ab[kLanes] = {}, aa[kLanes] = {}, bb[kLanes] = {};
  const std::size_t whole = a.size() / kLanes * kLanes;
  for (std::size_t i = 0; i < whole; i += kLanes) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) {
      const float x = a[i + lane], y = b[i + lane];
      ab[lane] += x * y;
      aa[lane] += x * x;
      bb[lane] += y * y;
    }
  }
  Products sums;
  for (std::size_t lane = 0; lane < kLanes; ++lane) {
    sums.ab += ab[lane];
    sums.aa += aa[lane];
    sums.bb += bb[lane];
  }
  for (std::size_t i = whole; i < a.size(); ++i) {
    sums.ab += static_cast<double>(a[i]) * b[i];
    sums.aa += static_cast<double>(a[i]) * a[i];
    sums.bb += static_cast<double>(b[i]) * b[i];
  }
  return sums;
}

double euclidean(std::span<const float> a, std::span<const float> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double difference = static_cast<double>(a[i]) - b[i];
    sum += difference * difference;
  }
  return std::sqrt(sum);
}

}  // namespace

std::vector<RankedNeighbour> rerank(std::span<const Neighbour> shortlist, std::size_t k,
                                    const std::function<double(std::int64_t id)>& value_of) {
  std::vector<RankedNeighbour> ranked;
  ranked.reserve(shortlist.size());
  for (const Neighbour& neighbour : shortlist) {
    const double value = value_of(neighbour.id);
    ranked.push_back({neighbour.id, neighbour.distance,
                      std::isnan(value) ? std::numeric_limits<double>::infinity() : value});
  }
  const auto kept = static_cast<std::ptrdiff_t>(std::min(k, ranked.size()));
  std::partial_sort(ranked.begin(), ranked.begin() + kept, ranked.end(),
                    [](const RankedNeighbour& a, const RankedNeighbour& b) {
                      return a.value != b.value ? a.value < b.value : a.id < b.id;
                    });
  ranked.resize(static_cast<std::size_t>(kept));
  return ranked;
}

CodeLookup::CodeLookup(std::vector<std::int64_t> ids, Codes codes)
    : ids_(std::move(ids)), codes_(std::move(codes)) {
  if (ids_.size() != codes_.size() || !std::ranges::is_sorted(ids_)) {
    throw std::invalid_argument("look-up of codes: expected ascending ids, one for each of the " +
                                std::to_string(codes_.size()) + " codes");
  }
}

CodeView CodeLookup::operator[](std::int64_t id) const {
  const auto found = std::ranges::lower_bound(ids_, id);
  if (found == ids_.end() || *found != id) {
    throw std::invalid_argument("look-up of codes: there is no id " + std::to_string(id));
  }
  return codes_[static_cast<std::size_t>(found - ids_.begin())];
}

std::vector<RankedNeighbour> rerank(std::span<const Neighbour> shortlist, std::size_t k,
                                    const AsymmetricDistance& query, const CodeLookup& codes) {
  return rerank(shortlist, k, [&](std::int64_t id) { return query(codes[id]); });
}

Metric metric_from_name(std::string_view name) {
  if (name == "cosine") return Metric::kCosine;
  if (name == "dot") return Metric::kDot;
  if (name == "euclidean") return Metric::kEuclidean;
  throw std::invalid_argument("metric: found " + shown(name) +
                              ", expected cosine, dot or euclidean");
}

double feature_distance(std::span<const float> a, std::span<const float> b, Metric metric) {
  assert(a.size() == b.size());
  if (metric == Metric::kEuclidean) return euclidean(a, b);
  const Products sums = products_of(a, b);
  if (metric == Metric::kDot) return -sums.ab;
  const double length = std::sqrt(sums.aa * sums.bb);
  return length == 0 ? 1 : 1 - sums.ab / length;
}

}  // namespace llcodes
