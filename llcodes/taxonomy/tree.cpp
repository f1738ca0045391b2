#include "llcodes/taxonomy/tree.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "llcodes/core/printable.h"

namespace llcodes {
namespace {

/// ' inside a name is doubled; a name with other than plain characters stands in quotes. Line ends
/// and other control characters, which readers stumble over even there, stand as \xNN.
std::string quoted(const std::string& name) {
  const bool plain = std::ranges::none_of(name, [](unsigned char c) {
    return c < 0x20 || c == 0x7f ||
           std::string_view(" ()[]':;,_").find(static_cast<char>(c)) != std::string_view::npos;
  });
  if (plain) return name;
  std::string text = "'";
  for (const char c : on_one_line(name)) text += c == '\'' ? std::string("''") : std::string(1, c);
  return text + "'";
}

std::string length_text(double length) {
  char text[32];
  std::snprintf(text, sizeof text, ":%.6g", std::max(0.0, length));
  return text;
}

/// What is left to write: a node with the height of its parent, or text between nodes.
struct Pending {
  std::int32_t node;
  double parent_height;
  std::string text;  ///< if not empty, it alone
};

}  // namespace

// Chains of merges can be as deep as there are classes: no recursion here or below.
std::vector<std::int32_t> leaf_order(const Tree& tree) {
  std::vector<std::int32_t> order, pending = {tree.root()};
  while (!pending.empty()) {
    const std::int32_t node = pending.back();
    pending.pop_back();
    if (tree.is_leaf(node)) {
      order.push_back(node);
    } else {
      pending.push_back(tree.merge(node).right);
      pending.push_back(tree.merge(node).left);
    }
  }
  return order;
}

std::vector<std::int32_t> cut(const Tree& tree, std::size_t clusters) {
  if (clusters < 1 || clusters > tree.num_leaves) {
    throw std::invalid_argument("cut: found " + std::to_string(clusters) +
                                " clusters, expected 1 to " + std::to_string(tree.num_leaves));
  }
  // Without its last clusters - 1 merges the tree falls into that many parts.
  const auto first_removed = static_cast<std::int32_t>(2 * tree.num_leaves - clusters);
  std::vector<std::int32_t> labels(tree.num_leaves);
  std::vector<std::int32_t> part_of(tree.num_leaves + tree.merges.size(), -1);
  std::int32_t parts = 0;
  std::vector<std::int32_t> pending = {tree.root()};
  while (!pending.empty()) {
    const std::int32_t node = pending.back();
    pending.pop_back();
    std::int32_t& part = part_of[static_cast<std::size_t>(node)];
    if (part < 0 && node < first_removed) part = parts++;
    if (tree.is_leaf(node)) {
      labels[static_cast<std::size_t>(node)] = part;
      continue;
    }
    for (const std::int32_t child : {tree.merge(node).right, tree.merge(node).left}) {
      part_of[static_cast<std::size_t>(child)] = part;
      pending.push_back(child);
    }
  }
  return labels;
}

std::string to_newick(const Tree& tree, const std::vector<std::string>& names) {
  std::string out;
  std::vector<Pending> pending = {{tree.root(), tree.height(tree.root()), ""}};
  while (!pending.empty()) {
    const Pending next = std::move(pending.back());
    pending.pop_back();
    if (!next.text.empty()) {
      out += next.text;
      continue;
    }
    const double height = tree.height(next.node);
    const bool is_root = next.node == tree.root();
    const std::string length = is_root ? "" : length_text(next.parent_height - height);
    if (tree.is_leaf(next.node)) {
      out += quoted(names.at(static_cast<std::size_t>(next.node))) + length;
      continue;
    }
    out += "(";
    pending.push_back({0, 0, ")" + length});
    pending.push_back({tree.merge(next.node).right, height, ""});
    pending.push_back({0, 0, ","});
    pending.push_back({tree.merge(next.node).left, height, ""});
  }
  return out + ";\n";
}

}  // namespace llcodes
