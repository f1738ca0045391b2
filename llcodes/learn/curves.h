// The training curves as one SVG picture: loss above, validation accuracy below, phases side by
// side.
#pragma once

#include <string>

namespace llcodes {

struct History;

std::string draw_curves(const History& history);

}  // namespace llcodes
