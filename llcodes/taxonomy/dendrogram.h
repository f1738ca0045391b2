// The tree as pictures: an SVG with the class codes as coloured bits beside the leaves (the paper's
// appendix figure), and text for a terminal.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/taxonomy/tree.h"

namespace llcodes {

struct DendrogramOptions {
  std::string title;
  std::string axis = "Hamming distance";  ///< what the heights are
  /// Groups of the leaves to colour names by, -1 for none, and their names; may be empty.
  std::vector<std::int32_t> groups;
  std::vector<std::string> group_names;
};

/// Tree on the left, then names, then one square a bit: purple is +1, beige is -1. Beyond 2,000
/// classes the bits are a picture inside the SVG, and names become too small to print, not to zoom.
std::string draw_dendrogram(const Tree& tree, const Codebook& codebook,
                            const DendrogramOptions& options = {});

struct TextTreeOptions {
  std::size_t max_lines = 200;  ///< subtrees are then shown as "... 12 classes"
  bool codes = true;            ///< print each class's code behind its name
};

/// A tree of box-drawing characters, a line a class.
std::string draw_text_tree(const Tree& tree, const Codebook& codebook,
                           const TextTreeOptions& options = {});

}  // namespace llcodes
