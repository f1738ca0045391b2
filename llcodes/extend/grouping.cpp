#include "llcodes/extend/grouping.h"

#include <algorithm>
#include <numeric>

#include "llcodes/taxonomy/linkage.h"

namespace llcodes {
namespace {

/// Renumbers by falling size and drops what is too small.
std::vector<std::int32_t> largest_first(std::vector<std::int32_t> groups, std::size_t min_size) {
  std::vector<std::size_t> sizes, first;
  for (std::size_t row = 0; row < groups.size(); ++row) {
    const auto group = static_cast<std::size_t>(groups[row]);
    if (sizes.size() <= group) {
      sizes.resize(group + 1);
      first.resize(group + 1, groups.size());
    }
    ++sizes[group];
    first[group] = std::min(first[group], row);
  }
  std::vector<std::size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t a, std::size_t b) {
    return sizes[a] != sizes[b] ? sizes[a] > sizes[b] : first[a] < first[b];
  });
  std::vector<std::int32_t> number(sizes.size(), -1);
  for (std::size_t place = 0; place < order.size(); ++place) {
    if (sizes[order[place]] >= min_size) number[order[place]] = static_cast<std::int32_t>(place);
  }
  for (std::int32_t& group : groups) group = number[static_cast<std::size_t>(group)];
  return groups;
}

}  // namespace

std::vector<std::int32_t> group_projections(const std::vector<float>& projections, int num_bits,
                                            const GroupingOptions& options,
                                            const Progress& progress) {
  const std::size_t count = projections.size() / static_cast<std::size_t>(num_bits);
  if (count < 2) return largest_first(std::vector<std::int32_t>(count), options.min_size);
  const Tree tree = cluster(cosine_distances(projections, static_cast<std::size_t>(num_bits)),
                            Linkage::kAverage, progress);
  const auto joined = std::ranges::count_if(
      tree.merges, [&](const Merge& merge) { return merge.height <= options.max_distance; });
  return largest_first(cut(tree, count - static_cast<std::size_t>(joined)), options.min_size);
}

}  // namespace llcodes
