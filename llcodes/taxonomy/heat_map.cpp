#include "llcodes/taxonomy/heat_map.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "llcodes/taxonomy/svg.h"

namespace llcodes {
namespace {

constexpr std::size_t kMostCells = 1000;
constexpr double kSide = 520, kMargin = 28, kTop = 60, kGap = 40, kLegend = 56;

using Colour = std::array<double, 3>;
constexpr Colour kLow = {33, 102, 172}, kMiddle = {250, 250, 250}, kHigh = {178, 24, 43};

/// White at 0, full colour from -1 and +1 on. Few colours, which the eye does not miss, make the
/// PNG several times smaller.
void append_colour(double strength, std::vector<std::uint8_t>& pixels) {
  constexpr double kColours = 16;
  const Colour& end = strength < 0 ? kLow : kHigh;
  const double share = std::round(kColours * std::min(1.0, std::abs(strength))) / kColours;
  for (std::size_t i = 0; i < 3; ++i) {
    const double value = kMiddle[i] + (end[i] - kMiddle[i]) * share;
    pixels.push_back(static_cast<std::uint8_t>(std::lround(value)));
  }
}

ClassVectors of_unit_length(ClassVectors vectors) {
  for (std::size_t label = 0; label < vectors.num_classes(); ++label) {
    float* const row = vectors.values.data() + label * vectors.columns;
    double squares = 0;
    for (std::size_t i = 0; i < vectors.columns; ++i)
      squares += static_cast<double>(row[i]) * row[i];
    const auto scale = static_cast<float>(squares > 0 ? 1 / std::sqrt(squares) : 0);
    for (std::size_t i = 0; i < vectors.columns; ++i) row[i] *= scale;
  }
  return vectors;
}

/// The classes of each cell are a range of `order`; the mean over the pairs of two cells is the
/// product of the cells' mean vectors.
ClassVectors mean_by_cell(const ClassVectors& unit, const std::vector<std::int32_t>& order) {
  const std::size_t cells = std::min(order.size(), kMostCells);
  ClassVectors means{std::vector<float>(cells * unit.columns), unit.columns};
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const std::size_t begin = cell * order.size() / cells, end = (cell + 1) * order.size() / cells;
    for (std::size_t place = begin; place < end; ++place) {
      const float* row = unit.values.data() + static_cast<std::size_t>(order[place]) * unit.columns;
      for (std::size_t i = 0; i < unit.columns; ++i) {
        means.values[cell * unit.columns + i] += row[i] / static_cast<float>(end - begin);
      }
    }
  }
  return means;
}

/// The cosine that gets the full colour: all but 1 % of the cells off the diagonal are weaker. Real
/// vectors of many dimensions are all nearly orthogonal, so each table has its own scale.
double full_colour(const std::vector<float>& table, std::size_t count) {
  std::vector<float> strengths;
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (i / count != i % count) strengths.push_back(std::abs(table[i]));
  }
  if (strengths.empty()) return 1;
  const auto place = strengths.begin() + static_cast<std::ptrdiff_t>(strengths.size() * 99 / 100);
  std::nth_element(strengths.begin(), place, strengths.end());
  return *place > 0 ? *place : 1;
}

/// A table as a picture.
struct Table {
  Raster raster;
  double full_colour;
};

Table table_of(const ClassVectors& vectors, const std::vector<std::int32_t>& order) {
  const ClassVectors cells = mean_by_cell(of_unit_length(vectors), order);
  const std::size_t count = cells.num_classes();
  std::vector<float> values(count * count);
  for (std::size_t cell = 0; cell < count; ++cell) {
    inner_products(cells, cell, std::span(values).subspan(cell * count, count));
  }
  Table table{{static_cast<int>(count), static_cast<int>(count), {}}, full_colour(values, count)};
  for (const float value : values) append_colour(value / table.full_colour, table.raster.pixels);
  return table;
}

std::string panel(double left, const std::string& title, const Table& table) {
  return "<text class='title' x='" + svg_number(left) + "' y='" + svg_number(kTop - 14) + "'>" +
         svg_text(title) + "</text>\n<text class='note' text-anchor='end' x='" +
         svg_number(left + kSide) + "' y='" + svg_number(kTop - 14) + "'>full colour at cosine " +
         svg_number(table.full_colour) + "</text>\n<image x='" + svg_number(left) + "' y='" +
         svg_number(kTop) + "' width='" + svg_number(kSide) + "' height='" + svg_number(kSide) +
         "' style='image-rendering:pixelated' href='" + png_data_uri(table.raster) +
         "'/>\n<rect class='frame' x='" + svg_number(left) + "' y='" + svg_number(kTop) +
         "' width='" + svg_number(kSide) + "' height='" + svg_number(kSide) + "'/>\n";
}

std::string legend() {
  constexpr int kSteps = 121;
  Raster raster{kSteps, 1, {}};
  for (int step = 0; step < kSteps; ++step) append_colour(step / 60.0 - 1, raster.pixels);
  const double y = kTop + kSide + 16;
  std::string out = "<image x='" + svg_number(kMargin) + "' y='" + svg_number(y) +
                    "' width='240' height='10' preserveAspectRatio='none' href='" +
                    png_data_uri(raster) + "'/>\n";
  const auto word = [&](double x, const char* anchor, const char* text) {
    return "<text class='note' text-anchor='" + std::string(anchor) + "' x='" + svg_number(x) +
           "' y='" + svg_number(y + 24) + "'>" + text + "</text>\n";
  };
  out += word(kMargin, "start", "unlike") + word(kMargin + 120, "middle", "0") +
         word(kMargin + 240, "end", "alike");
  return out + "<text class='note' x='" + svg_number(kMargin + 262) + "' y='" + svg_number(y + 9) +
         "'>cosine of two classes; classes in the order of the dendrogram</text>\n";
}

}  // namespace

std::string draw_heat_maps(const ClassVectors& codes, const std::optional<ClassVectors>& vectors,
                           const std::vector<std::int32_t>& order, const HeatMapOptions& options) {
  const double panels = vectors ? 2 : 1;
  const std::string width = svg_number(2 * kMargin + panels * kSide + (panels - 1) * kGap);
  const std::string height = svg_number(kTop + kSide + kLegend);
  std::string out =
      "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + width + " " + height + "' width='" +
      width + "' height='" + height +
      "' role='img' aria-label='heat maps of class similarities'>\n" +
      "<style>text { font-family: \"Noto Sans\", \"DejaVu Sans\", sans-serif; fill: #222 } "
      ".title { font-size: 15px; font-weight: 600 } .note { font-size: 11px; fill: #666 } "
      ".frame { fill: none; stroke: #999 }</style>\n<rect width='100%' height='100%' "
      "fill='white'/>\n" +
      panel(kMargin, options.codes_title, table_of(codes, order));
  if (vectors) {
    out += panel(kMargin + kSide + kGap, options.vectors_title, table_of(*vectors, order));
  }
  return out + legend() + "</svg>\n";
}

}  // namespace llcodes
