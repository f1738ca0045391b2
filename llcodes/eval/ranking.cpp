#include "llcodes/eval/ranking.h"

#include <algorithm>
#include <stdexcept>

namespace llcodes {
namespace {

/// How many relevant items come with what probability when some of a tie group are drawn: the
/// hypergeometric distribution around its mode, without the part that is below double precision.
struct HitDistribution {
  std::size_t fewest = 0;
  std::vector<double> probabilities;  ///< of fewest, fewest + 1, ...
};

/// P(hits + 1) / P(hits).
double step_ratio(const TieGroup& group, std::size_t draws, std::size_t hits) {
  const auto value = [](std::size_t number) { return static_cast<double>(number); };
  const double up = value(group.relevant - hits) * value(draws - hits);
  const double down = value(hits + 1) * value(group.size + hits + 1 - group.relevant - draws);
  return up / down;
}

HitDistribution hits_in_draw(const TieGroup& group, std::size_t draws) {
  constexpr double kNegligible = 1e-20;
  const std::size_t others = group.size - group.relevant;
  const std::size_t least = draws > others ? draws - others : 0;
  const std::size_t most = std::min(draws, group.relevant);
  const double share =
      static_cast<double>(group.relevant + 1) / static_cast<double>(group.size + 2);
  const std::size_t mode =
      std::clamp(static_cast<std::size_t>(static_cast<double>(draws + 1) * share), least, most);
  std::vector<double> below, weights = {1};
  for (std::size_t hits = mode; hits > least; --hits) {
    const double weight = (below.empty() ? 1 : below.back()) / step_ratio(group, draws, hits - 1);
    if (weight < kNegligible) break;
    below.push_back(weight);
  }
  for (std::size_t hits = mode; hits < most && weights.back() > kNegligible; ++hits) {
    weights.push_back(weights.back() * step_ratio(group, draws, hits));
  }
  weights.insert(weights.begin(), below.rbegin(), below.rend());
  double sum = 0;
  for (const double weight : weights) sum += weight;
  for (double& weight : weights) weight /= sum;
  return {mode - below.size(), std::move(weights)};
}

}  // namespace

RankingScorer::RankingScorer(std::size_t depth) {
  if (depth == 0) {
    throw std::invalid_argument("retrieval scores: found a depth of 0, expected 1 or more");
  }
  harmonic_.resize(depth + 1);
  for (std::size_t i = 1; i <= depth; ++i) {
    harmonic_[i] = harmonic_[i - 1] + 1 / static_cast<double>(i);
  }
}

/// Expected part of S that `slots` places in random order with `hits` relevant items bring. Place j
/// is relevant with probability hits / slots, and then (j-1)(hits-1)/(slots-1) of the places before
/// it in the group are, on average. The sums over j of 1 / (ranked + j) and (j-1) / (ranked + j)
/// are differences of harmonic numbers.
double RankingScorer::expected_sum(const Place& before, std::size_t slots, std::size_t hits) const {
  if (hits == 0) return 0;
  const auto count = static_cast<double>(slots);
  const double inverse = harmonic_[before.ranked + slots] - harmonic_[before.ranked];
  const double earlier = count - static_cast<double>(before.ranked + 1) * inverse;
  const double hits_before = static_cast<double>(before.hits + 1) * inverse;
  const double hits_inside = slots == 1 ? 0 : static_cast<double>(hits - 1) / (count - 1) * earlier;
  return static_cast<double>(hits) / count * (hits_before + hits_inside);
}

/// The depth ends inside this group, so the number of hits is random too: RMAP divides by it, and
/// its expectation has to be taken over that number. `sum` is what the groups before gave to S.
RankingScorer::Expectation RankingScorer::cut_group(const TieGroup& group, const Place& before,
                                                    double sum) const {
  const std::size_t slots = depth() - before.ranked;
  const HitDistribution draw = hits_in_draw(group, slots);
  Expectation expected;
  for (std::size_t i = 0; i < draw.probabilities.size(); ++i) {
    const std::size_t hits = draw.fewest + i;
    const double whole = sum + expected_sum(before, slots, hits);
    const auto all_hits = static_cast<double>(before.hits + hits);
    if (all_hits > 0) expected.rmap += draw.probabilities[i] * whole / all_hits;
    expected.sum += draw.probabilities[i] * whole;
    expected.hits += draw.probabilities[i] * all_hits;
  }
  return expected;
}

RankingScorer::Expectation RankingScorer::expectation(std::span<const TieGroup> groups) const {
  Place before;
  double sum = 0;
  for (const TieGroup& group : groups) {
    if (group.size == 0) continue;
    if (before.ranked + group.size > depth()) return cut_group(group, before, sum);
    sum += expected_sum(before, group.size, group.relevant);
    before.ranked += group.size;
    before.hits += group.relevant;
  }
  const auto hits = static_cast<double>(before.hits);
  return {before.hits == 0 ? 0 : sum / hits, sum, hits};
}

RankingScores RankingScorer::score(std::span<const TieGroup> groups) const {
  std::size_t items = 0, relevant = 0;
  for (const TieGroup& group : groups) {
    items += group.size;
    relevant += group.relevant;
  }
  if (relevant == 0) return {};
  const Expectation expected = expectation(groups);
  return {.rmap = expected.rmap,
          .cmap = expected.sum / static_cast<double>(std::min(relevant, depth())),
          .precision = expected.hits / static_cast<double>(std::min(items, depth())),
          .recall = expected.hits / static_cast<double>(relevant)};
}

}  // namespace llcodes
