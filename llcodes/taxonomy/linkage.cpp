#include "llcodes/taxonomy/linkage.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>

#include "llcodes/core/hamming.h"

namespace llcodes {
namespace {

/// A merge of the clusters in two slots, before heights are sorted.
struct SlotMerge {
  std::size_t kept, gone;  ///< the merged cluster lives on in `kept`, the lower slot
  double height;
};

/// The clusters alive; each lives in the slot of its lowest item.
class Chain {
 public:
  Chain(PairDistances& distances, Linkage linkage)
      : distances_(distances), linkage_(linkage), sizes_(distances.count(), 1) {
    alive_.resize(distances.count());
    std::iota(alive_.begin(), alive_.end(), std::size_t{0});
  }

  std::size_t alive() const { return alive_.size(); }

  /// Follows nearest neighbours until two are each other's, and merges these.
  SlotMerge merge_next() {
    if (chain_.empty()) chain_.push_back(alive_.front());
    while (true) {
      const std::size_t top = chain_.back();
      const std::size_t nearest = nearest_to(top);
      if (chain_.size() > 1 && nearest == chain_[chain_.size() - 2]) break;
      chain_.push_back(nearest);
    }
    const std::size_t a = chain_.back(), b = chain_[chain_.size() - 2];
    chain_.resize(chain_.size() - 2);
    const SlotMerge merge{std::min(a, b), std::max(a, b), distances_(a, b)};
    unite(merge);
    return merge;
  }

 private:
  /// The previous slot of the chain wins ties: without that the chain could walk in circles.
  std::size_t nearest_to(std::size_t slot) const {
    std::size_t best = slot;
    float smallest = std::numeric_limits<float>::infinity();
    if (chain_.size() > 1) {
      best = chain_[chain_.size() - 2];
      smallest = distances_(slot, best);
    }
    for (const std::size_t other : alive_) {
      if (other == slot) continue;
      const float distance = distances_(slot, other);
      if (distance < smallest || best == slot) {
        smallest = distance;
        best = other;
      }
    }
    return best;
  }

  /// Lance and Williams: the distances of the union from those of its parts.
  void unite(const SlotMerge& merge) {
    alive_.erase(std::ranges::lower_bound(alive_, merge.gone));
    const double kept_size = sizes_[merge.kept], gone_size = sizes_[merge.gone];
    for (const std::size_t other : alive_) {
      if (other == merge.kept) continue;
      const double to_kept = distances_(other, merge.kept), to_gone = distances_(other, merge.gone);
      double united = std::max(to_kept, to_gone);
      if (linkage_ == Linkage::kAverage) {
        united = (kept_size * to_kept + gone_size * to_gone) / (kept_size + gone_size);
      } else if (linkage_ == Linkage::kWard) {
        const double size = sizes_[other];
        united =
            ((size + kept_size) * to_kept + (size + gone_size) * to_gone - size * merge.height) /
            (size + kept_size + gone_size);
      }
      distances_.set(other, merge.kept, static_cast<float>(united));
    }
    sizes_[merge.kept] += sizes_[merge.gone];
  }

  PairDistances& distances_;
  Linkage linkage_;
  std::vector<double> sizes_;
  std::vector<std::size_t> alive_;  ///< slots, ascending
  std::vector<std::size_t> chain_;
};

/// Sorts merges by height and renames slots to nodes: leaves 0 .. n-1, then merges in order.
Tree to_tree(std::vector<SlotMerge> merges, std::size_t count) {
  std::ranges::stable_sort(merges, {}, &SlotMerge::height);
  std::vector<std::int32_t> node_of(count);
  std::iota(node_of.begin(), node_of.end(), 0);
  std::vector<std::int32_t> sizes(count, 1);
  Tree tree{.num_leaves = count, .merges = {}};
  for (const SlotMerge& merge : merges) {
    sizes[merge.kept] += sizes[merge.gone];
    tree.merges.push_back({.left = node_of[merge.kept],
                           .right = node_of[merge.gone],
                           .size = sizes[merge.kept],
                           .height = merge.height});
    node_of[merge.kept] = static_cast<std::int32_t>(count + tree.merges.size() - 1);
  }
  return tree;
}

}  // namespace

PairDistances::PairDistances(std::size_t count) : count_(count) {
  if (count > kMaxItems) {
    throw std::invalid_argument("clustering: found " + std::to_string(count) +
                                " items, expected at most " + std::to_string(kMaxItems) +
                                ": all pairs of more do not fit in memory");
  }
  values_.resize(count > 1 ? count * (count - 1) / 2 : 0);
}

PairDistances hamming_distances(const Codes& codes) {
  PairDistances distances(codes.size());
  std::vector<std::uint16_t> row(codes.size());
  for (std::size_t i = 0; i + 1 < codes.size(); ++i) {
    hamming_kernel().distances(codes[i].data(), array_of(codes), row.data());
    for (std::size_t j = i + 1; j < codes.size(); ++j) distances.set(i, j, row[j]);
  }
  return distances;
}

PairDistances cosine_distances(const std::vector<float>& rows, std::size_t columns) {
  const std::size_t count = rows.size() / columns;
  PairDistances distances(count);
  std::vector<double> lengths(count);
  const auto product = [&](std::size_t a, std::size_t b) {
    const float* x = rows.data() + a * columns;
    return static_cast<double>(std::inner_product(x, x + columns, rows.data() + b * columns, 0.0F));
  };
  for (std::size_t i = 0; i < count; ++i) lengths[i] = std::sqrt(product(i, i));
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = i + 1; j < count; ++j) {
      const double lengths_product = lengths[i] * lengths[j];
      const double cosine = lengths_product > 0 ? product(i, j) / lengths_product : 0;
      distances.set(i, j, static_cast<float>(std::max(0.0, 1 - cosine)));
    }
  }
  return distances;
}

Linkage linkage_from_name(std::string_view name) {
  for (const Linkage linkage : {Linkage::kAverage, Linkage::kComplete, Linkage::kWard}) {
    if (name == name_of(linkage)) return linkage;
  }
  throw std::invalid_argument("linkage: found '" + std::string(name) +
                              "', expected average, complete or ward");
}

std::string_view name_of(Linkage linkage) {
  switch (linkage) {
    case Linkage::kAverage:
      return "average";
    case Linkage::kComplete:
      return "complete";
    case Linkage::kWard:
      return "ward";
  }
  return "";
}

Tree cluster(PairDistances distances, Linkage linkage, const Progress& progress) {
  const std::size_t count = distances.count();
  if (count < 2) {
    throw std::invalid_argument("a taxonomy needs two classes or more, found " +
                                std::to_string(count));
  }
  Chain chain(distances, linkage);
  std::vector<SlotMerge> merges;
  while (chain.alive() > 1) {
    merges.push_back(chain.merge_next());
    // Lance and Williams gave squares; rounding may have left a tiny negative one.
    if (linkage == Linkage::kWard)
      merges.back().height = std::sqrt(std::max(0.0, merges.back().height));
    if (progress && merges.size() % 256 == 0) {
      progress({"clustering", merges.size(), count - 1, "merges", ""});
    }
  }
  return to_tree(std::move(merges), count);
}

}  // namespace llcodes
