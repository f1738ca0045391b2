// Inner products of all pairs of classes as coloured squares, two tables side by side: the codes,
// and the real-valued class representations in the same order (the paper's figure of heat maps).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "llcodes/eval/rank_correlation.h"

namespace llcodes {

struct HeatMapOptions {
  std::string codes_title = "codes";
  std::string vectors_title = "linear classifier";
};

/// An SVG with one picture a table, each a cell a pair of classes (averaged down beyond 1,000
/// classes). A cell's colour is the cosine of the two classes, from blue (unlike) by white (0) to
/// red (alike), each table by its own scale, which it states. `order` is the order of the classes,
/// for example leaf_order(tree).
std::string draw_heat_maps(const ClassVectors& codes, const std::optional<ClassVectors>& vectors,
                           const std::vector<std::int32_t>& order,
                           const HeatMapOptions& options = {});

}  // namespace llcodes
