// A binary tree of merges over the classes, and what can be read off it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace llcodes {

/// Two nodes become one. Nodes 0 .. num_leaves - 1 are leaves; merge i makes node num_leaves + i.
struct Merge {
  std::int32_t left = 0;  ///< the part that holds the lower leaf
  std::int32_t right = 0;
  std::int32_t size = 0;  ///< leaves below
  double height = 0;      ///< distance of the two parts
};

struct Tree {
  std::size_t num_leaves = 0;
  std::vector<Merge> merges;  ///< num_leaves - 1, heights ascending

  bool is_leaf(std::int32_t node) const { return static_cast<std::size_t>(node) < num_leaves; }
  const Merge& merge(std::int32_t node) const {
    return merges[static_cast<std::size_t>(node) - num_leaves];
  }
  std::int32_t root() const { return static_cast<std::int32_t>(num_leaves + merges.size()) - 1; }
  double height(std::int32_t node) const { return is_leaf(node) ? 0 : merge(node).height; }
};

/// Leaves from one end of the drawing to the other: left parts first.
std::vector<std::int32_t> leaf_order(const Tree& tree);

/// The cluster of each leaf when the tree is cut into `clusters` parts, numbered in leaf order.
/// Throws std::invalid_argument unless 1 <= clusters <= leaves.
std::vector<std::int32_t> cut(const Tree& tree, std::size_t clusters);

/// The tree in Newick format, branch lengths from heights, names quoted where needed; ends in ";".
std::string to_newick(const Tree& tree, const std::vector<std::string>& names);

}  // namespace llcodes
