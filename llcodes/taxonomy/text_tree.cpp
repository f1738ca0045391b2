#include <algorithm>

#include "llcodes/core/printable.h"
#include "llcodes/taxonomy/dendrogram.h"

namespace llcodes {
namespace {

/// A node still to be drawn, with what stands left of it.
struct Pending {
  std::int32_t node;
  std::string branch;  ///< "├─ " of the node itself
  std::string below;   ///< "│  " for what hangs under it
};

/// The nodes to open so that at most `max_lines` lines are drawn: the highest merges first.
std::size_t first_open_node(const Tree& tree, std::size_t max_lines) {
  // m open merges show m + 1 ends and m joints.
  const std::size_t open = std::min(tree.merges.size(), std::max<std::size_t>(max_lines, 3) / 2);
  return tree.num_leaves + tree.merges.size() - open;
}

std::string height_text(double height) {
  std::string text = std::to_string(height);
  text.resize(text.find('.') + 3);
  return text;
}

}  // namespace

std::string draw_text_tree(const Tree& tree, const Codebook& codebook,
                           const TextTreeOptions& options) {
  const std::size_t first_open = first_open_node(tree, options.max_lines);
  std::string out;
  std::vector<Pending> pending = {{tree.root(), "", ""}};
  while (!pending.empty()) {
    const Pending next = std::move(pending.back());
    pending.pop_back();
    out += next.branch;
    if (tree.is_leaf(next.node)) {
      const auto label = static_cast<std::size_t>(next.node);
      out += on_one_line(codebook.class_name(label));
      if (options.codes) out += "  " + to_text(codebook.codes()[label], codebook.num_bits());
    } else if (static_cast<std::size_t>(next.node) < first_open) {
      out += "... " + std::to_string(tree.merge(next.node).size) + " classes";
    } else {
      const Merge& merge = tree.merge(next.node);
      out += "┐ " + height_text(merge.height);
      pending.push_back({merge.right, next.below + "└─", next.below + "  "});
      pending.push_back({merge.left, next.below + "├─", next.below + "│ "});
    }
    out += "\n";
  }
  return out;
}

}  // namespace llcodes
