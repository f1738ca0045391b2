#include "llcodes/taxonomy/hierarchy.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace llcodes {

namespace {

/// Numbers each group by its place in the tree: two branches may use the same word.
std::vector<std::vector<std::int32_t>> number_groups(
    const std::vector<std::vector<std::string>>& paths) {
  std::map<std::pair<std::int32_t, std::string>, std::int32_t> numbers;  // (parent, name)
  std::vector<std::vector<std::int32_t>> nodes;
  for (const auto& path : paths) {
    nodes.emplace_back();
    std::int32_t parent = -1;
    for (const std::string& name : path) {
      const auto next = static_cast<std::int32_t>(numbers.size());
      parent = numbers.try_emplace({parent, name}, next).first->second;
      nodes.back().push_back(parent);
    }
  }
  return nodes;
}

}  // namespace

Hierarchy::Hierarchy(std::vector<std::vector<std::string>> paths)
    : paths_(std::move(paths)), nodes_(number_groups(paths_)) {
  for (const auto& path : paths_) depth_ = std::max(depth_, path.size());
}

std::vector<std::int32_t> Hierarchy::groups_at(std::size_t level) const {
  std::map<std::int32_t, std::int32_t> numbers;
  std::vector<std::int32_t> groups;
  for (const auto& path : nodes_) {
    if (path.empty()) {
      groups.push_back(-1);
      continue;
    }
    const std::int32_t node = path[std::min(std::max<std::size_t>(level, 1), path.size()) - 1];
    const auto next = static_cast<std::int32_t>(numbers.size());
    groups.push_back(numbers.try_emplace(node, next).first->second);
  }
  return groups;
}

std::size_t Hierarchy::num_groups(std::size_t level) const {
  const std::vector<std::int32_t> groups = groups_at(level);
  return groups.empty() ? 0 : static_cast<std::size_t>(*std::ranges::max_element(groups) + 1);
}

std::size_t Hierarchy::natural_level() const {
  const double wanted = std::log(std::sqrt(static_cast<double>(num_classes())));
  const auto distance = [&](std::size_t level) {
    return std::abs(std::log(static_cast<double>(std::max<std::size_t>(num_groups(level), 1))) -
                    wanted);
  };
  std::size_t best = 1;
  for (std::size_t level = 2; level <= depth_; ++level) {
    if (distance(level) < distance(best)) best = level;
  }
  return best;
}

std::size_t Hierarchy::steps_between(std::size_t a, std::size_t b) const {
  const auto& left = nodes_[a];
  const auto& right = nodes_[b];
  const auto split = std::ranges::mismatch(left, right);
  const auto shared = static_cast<std::size_t>(split.in1 - left.begin());
  // Each class hangs one edge below its last group.
  return (left.size() - shared) + (right.size() - shared) + 2;
}

}  // namespace llcodes
