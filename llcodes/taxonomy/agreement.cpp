#include "llcodes/taxonomy/agreement.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <unordered_map>

namespace llcodes {
namespace {

using Counts = std::unordered_map<std::int32_t, double>;

double pairs(double count) { return count * (count - 1) / 2; }

double entropy(const std::map<std::int32_t, double>& counts, double total) {
  double sum = 0;
  for (const auto& [label, count] : counts) sum -= count / total * std::log(count / total);
  return sum;
}

/// Running sums of a Pearson correlation.
struct Correlation {
  double n = 0, x = 0, y = 0, xx = 0, yy = 0, xy = 0;
  double first_x = 0, first_y = 0;
  bool x_varies = false, y_varies = false;  // sums of equal values may differ by rounding

  void add(double a, double b) {
    if (n == 0) {
      first_x = a;
      first_y = b;
    }
    x_varies = x_varies || a != first_x;
    y_varies = y_varies || b != first_y;
    n += 1;
    x += a;
    y += b;
    xx += a * a;
    yy += b * b;
    xy += a * b;
  }
  std::optional<double> value() const {
    const double variances = (n * xx - x * x) * (n * yy - y * y);
    if (!x_varies || !y_varies || variances <= 0) return std::nullopt;
    return (n * xy - x * y) / std::sqrt(variances);
  }
};

/// Calls visit(a, b, height) once for each pair of leaves, with the height at which they are
/// joined.
template <class Visit>
void for_each_pair(const Tree& tree, const Visit& visit) {
  std::vector<std::vector<std::size_t>> leaves(tree.num_leaves);
  for (std::size_t leaf = 0; leaf < tree.num_leaves; ++leaf) leaves[leaf] = {leaf};
  for (const Merge& merge : tree.merges) {
    auto& left = leaves[static_cast<std::size_t>(merge.left)];
    auto& right = leaves[static_cast<std::size_t>(merge.right)];
    for (const std::size_t a : left) {
      for (const std::size_t b : right) visit(a, b, merge.height);
    }
    std::vector<std::size_t> united = std::move(left);
    united.insert(united.end(), right.begin(), right.end());
    right = {};
    leaves.push_back(std::move(united));  // may move all lists: no reference holds beyond
  }
}

}  // namespace

std::optional<double> dendrogram_purity(const Tree& tree, const std::vector<std::int32_t>& groups) {
  std::vector<Counts> counts(tree.num_leaves);
  Counts sizes;
  for (std::size_t leaf = 0; leaf < tree.num_leaves; ++leaf) {
    if (groups[leaf] < 0) continue;
    counts[leaf][groups[leaf]] = 1;
    sizes[groups[leaf]] += 1;
  }
  double all_pairs = 0, sum = 0;
  for (const auto& [group, size] : sizes) all_pairs += pairs(size);
  if (all_pairs == 0) return std::nullopt;
  for (const Merge& merge : tree.merges) {
    Counts& left = counts[static_cast<std::size_t>(merge.left)];
    Counts& right = counts[static_cast<std::size_t>(merge.right)];
    Counts& small = left.size() < right.size() ? left : right;
    Counts& large = left.size() < right.size() ? right : left;
    for (const auto& [group, count] : small) {
      double& there = large[group];
      sum += count * there * (count + there) / merge.size;
      there += count;
    }
    counts.push_back(std::move(large));
  }
  return sum / all_pairs;
}

double normalized_mutual_information(const std::vector<std::int32_t>& a,
                                     const std::vector<std::int32_t>& b) {
  std::map<std::int32_t, double> count_a, count_b;
  std::map<std::pair<std::int32_t, std::int32_t>, double> both;
  double total = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] < 0 || b[i] < 0) continue;
    count_a[a[i]] += 1;
    count_b[b[i]] += 1;
    both[{a[i], b[i]}] += 1;
    total += 1;
  }
  if (total == 0) return 0;
  double information = 0;
  for (const auto& [labels, count] : both) {
    information +=
        count / total * std::log(count * total / (count_a[labels.first] * count_b[labels.second]));
  }
  const double entropies = entropy(count_a, total) + entropy(count_b, total);
  return entropies > 0 ? 2 * information / entropies : 1;
}

std::optional<double> cophenetic_correlation(const Tree& tree, const PairDistances& distances) {
  Correlation correlation;
  for_each_pair(tree, [&](std::size_t a, std::size_t b, double height) {
    correlation.add(height, distances(a, b));
  });
  return correlation.value();
}

std::optional<double> cophenetic_correlation(const Tree& tree, const Hierarchy& hierarchy) {
  Correlation correlation;
  for_each_pair(tree, [&](std::size_t a, std::size_t b, double height) {
    if (!hierarchy.knows(a) || !hierarchy.knows(b)) return;
    correlation.add(height, static_cast<double>(hierarchy.steps_between(a, b)));
  });
  return correlation.value();
}

Agreement measure_agreement(const Tree& tree, const Hierarchy& hierarchy, std::size_t level) {
  const std::vector<std::int32_t> groups = hierarchy.groups_at(level);
  const std::size_t count = hierarchy.num_groups(level);
  return {.groups = count,
          .purity = dendrogram_purity(tree, groups),
          .mutual_information = normalized_mutual_information(
              cut(tree, std::clamp<std::size_t>(count, 1, tree.num_leaves)), groups),
          .cophenetic = cophenetic_correlation(tree, hierarchy)};
}

}  // namespace llcodes
