#include <algorithm>
#include <array>
#include <cmath>

#include "llcodes/taxonomy/dendrogram.h"
#include "llcodes/taxonomy/svg.h"

namespace llcodes {
namespace {

constexpr double kMargin = 24, kTreeWidth = 420, kTitleHeight = 58, kFooterHeight = 34;
constexpr double kRow = 15, kBit = 13;
constexpr std::size_t kMostBitSquares = 40'000;
constexpr std::array<std::uint8_t, 3> kPlus = {0x6a, 0x3d, 0x9a}, kMinus = {0xef, 0xe3, 0xc8};

/// Dark enough for text on white; the first ones the colour-blind tell apart (after Okabe and Ito).
const std::vector<std::string> kGroupColours = {"#005a8c", "#b34700", "#00734f", "#8f3f71",
                                                "#8a6d00", "#1d9bb0", "#444444", "#a11d33",
                                                "#5b3cc4", "#4e7a1f", "#d0458b", "#7a5546"};

constexpr char kStyle[] = R"(<style>
text { font-family: "Noto Sans", "DejaVu Sans", sans-serif; font-size: 11px; fill: #222 }
.title { font-size: 16px; font-weight: 600 } .axis, .note { fill: #666; font-size: 10px }
.tree { fill: none; stroke: #444; stroke-width: 1.1; stroke-linejoin: round }
.grid { stroke: #e4e4e4; stroke-width: 1 } .plus { fill: #6a3d9a } .minus { fill: #efe3c8 }
</style>
)";

/// Widths of characters without a font at hand: wide for East Asian, else by experience.
double text_width(const std::string& text) {
  double width = 0;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0) == 0x80) continue;  // inside a UTF-8 character
    width += byte >= 0xE0 ? 11.5 : 6.4;
  }
  return width;
}

std::string tag_text(double x, double y, const std::string& attributes, const std::string& text) {
  return "<text x='" + svg_number(x) + "' y='" + svg_number(y) + "' " + attributes + ">" +
         svg_text(text) + "</text>\n";
}

class Drawing {
 public:
  Drawing(const Tree& tree, const Codebook& codebook, const DendrogramOptions& options)
      : tree_(tree), codebook_(codebook), options_(options), order_(leaf_order(tree)) {
    top_height_ = std::max(tree.height(tree.root()), 1e-9);
    for (const std::string& name : codebook.class_names()) {
      name_width_ = std::max(name_width_, text_width(name));
    }
    name_width_ = std::min(name_width_ + 16, 320.0);
  }

  std::string draw() const {
    const std::string width = svg_number(page_width());
    const std::string height = svg_number(bottom() + kFooterHeight);
    return "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 " + width + " " + height +
           "' width='" + width + "' height='" + height + "' role='img' aria-label='" +
           svg_text(title()) + "'>\n" + kStyle +
           "<rect width='100%' height='100%' fill='white'/>\n" + header() + axis() + branches() +
           names() + bits() + "</svg>\n";
  }

 private:
  double bottom() const { return kTitleHeight + kRow * static_cast<double>(order_.size()); }
  double page_width() const { return bits_left() + codebook_.num_bits() * kBit + kMargin; }
  double names_left() const { return kMargin + kTreeWidth + 8; }
  double bits_left() const { return names_left() + name_width_; }
  double x(double height) const { return kMargin + kTreeWidth * (1 - height / top_height_); }
  double y(std::size_t row) const { return kTitleHeight + kRow * (static_cast<double>(row) + 0.5); }

  std::string title() const {
    return options_.title.empty() ? std::to_string(order_.size()) + " classes by their codes"
                                  : options_.title;
  }

  /// The groups in their colours, if there are few enough to tell apart.
  std::string legend() const {
    if (options_.group_names.size() > kGroupColours.size()) return "";
    std::string out;
    double left = kMargin;
    for (std::size_t group = 0; group < options_.group_names.size(); ++group) {
      const std::string& name = options_.group_names[group];
      if (left + text_width(name) > page_width() - kMargin) break;
      out += tag_text(left, 46, "style='fill:" + kGroupColours[group] + "'", name);
      left += text_width(name) + 14;
    }
    return out;
  }

  std::string header() const {
    const double right = bits_left();
    return legend() + tag_text(kMargin, 28, "class='title'", title()) + "<rect class='plus' x='" +
           svg_number(right) + "' y='19' width='10' height='10'/>" +
           tag_text(right + 14, 28, "class='note'", "+1") + "<rect class='minus' x='" +
           svg_number(right + 40) + "' y='19' width='10' height='10'/>" +
           tag_text(right + 54, 28, "class='note'", "-1");
  }

  /// Lines at round heights.
  std::string axis() const {
    const double raw = top_height_ / 5, magnitude = std::pow(10, std::floor(std::log10(raw)));
    const double step = magnitude * (raw / magnitude > 5 ? 10 : raw / magnitude > 2 ? 5 : 2);
    std::string out;
    for (double height = 0; height <= top_height_ * 1.0001; height += step) {
      out += "<line class='grid' x1='" + svg_number(x(height)) + "' y1='" +
             svg_number(kTitleHeight - 4) + "' x2='" + svg_number(x(height)) + "' y2='" +
             svg_number(bottom()) + "'/>\n" +
             tag_text(x(height), bottom() + 14, "class='axis' text-anchor='middle'",
                      svg_number(height));
    }
    return out + tag_text(kMargin, bottom() + 28, "class='axis'", options_.axis);
  }

  std::string branches() const {
    std::vector<double> centre(tree_.num_leaves + tree_.merges.size());
    for (std::size_t row = 0; row < order_.size(); ++row) {
      centre[static_cast<std::size_t>(order_[row])] = y(row);
    }
    std::string path;
    for (std::size_t i = 0; i < tree_.merges.size(); ++i) {
      const Merge& merge = tree_.merges[i];
      const double a = centre[static_cast<std::size_t>(merge.left)];
      const double b = centre[static_cast<std::size_t>(merge.right)];
      centre[tree_.num_leaves + i] = (a + b) / 2;
      path += "M" + svg_number(x(tree_.height(merge.left))) + " " + svg_number(a) + "H" +
              svg_number(x(merge.height)) + "V" + svg_number(b) + "H" +
              svg_number(x(tree_.height(merge.right)));
    }
    return "<path class='tree' d='" + path + "'/>\n";
  }

  std::string name_attributes(std::size_t label) const {
    if (options_.groups.empty() || options_.groups[label] < 0) return "";
    const auto group = static_cast<std::size_t>(options_.groups[label]);
    return "style='fill:" + kGroupColours[group % kGroupColours.size()] + "'";
  }

  std::string group_title(std::size_t label) const {
    if (options_.groups.empty() || options_.groups[label] < 0) return "";
    return " (" + options_.group_names.at(static_cast<std::size_t>(options_.groups[label])) + ")";
  }

  std::string names() const {
    std::string out = "<g class='names'>\n";
    for (std::size_t row = 0; row < order_.size(); ++row) {
      const auto label = static_cast<std::size_t>(order_[row]);
      const std::string& name = codebook_.class_name(label);
      out += "<text x='" + svg_number(names_left()) + "' y='" + svg_number(y(row) + 4) + "' " +
             name_attributes(label) + "><title>" + svg_text(name + group_title(label)) + " " +
             to_text(codebook_.codes()[label], codebook_.num_bits()) + "</title>" + svg_text(name) +
             "</text>\n";
    }
    return out + "</g>\n";
  }

  std::string bits() const {
    const auto squares = order_.size() * static_cast<std::size_t>(codebook_.num_bits());
    return squares > kMostBitSquares ? bits_as_picture() : bits_as_squares();
  }

  /// One path a sign, so that thousands of squares stay a small file.
  std::string bits_as_squares() const {
    std::string plus, minus;
    for (std::size_t row = 0; row < order_.size(); ++row) {
      for (int bit = 0; bit < codebook_.num_bits(); ++bit) {
        std::string& path =
            codebook_.codes().bit(static_cast<std::size_t>(order_[row]), bit) ? plus : minus;
        path += "M" + svg_number(bits_left() + bit * kBit) + " " + svg_number(y(row) - 6) +
                "h12v12h-12z";
      }
    }
    return "<path class='minus' d='" + minus + "'/>\n<path class='plus' d='" + plus + "'/>\n";
  }

  std::string bits_as_picture() const {
    Raster raster{codebook_.num_bits(), static_cast<int>(order_.size()), {}};
    for (const std::int32_t label : order_) {
      for (int bit = 0; bit < codebook_.num_bits(); ++bit) {
        const auto& colour =
            codebook_.codes().bit(static_cast<std::size_t>(label), bit) ? kPlus : kMinus;
        raster.pixels.insert(raster.pixels.end(), colour.begin(), colour.end());
      }
    }
    return "<image x='" + svg_number(bits_left()) + "' y='" + svg_number(kTitleHeight) +
           "' width='" + svg_number(codebook_.num_bits() * kBit) + "' height='" +
           svg_number(kRow * static_cast<double>(order_.size())) +
           "' preserveAspectRatio='none' style='image-rendering:pixelated' href='" +
           png_data_uri(raster) + "'/>\n";
  }

  const Tree& tree_;
  const Codebook& codebook_;
  const DendrogramOptions& options_;
  std::vector<std::int32_t> order_;
  double top_height_ = 1, name_width_ = 0;
};

}  // namespace

std::string draw_dendrogram(const Tree& tree, const Codebook& codebook,
                            const DendrogramOptions& options) {
  return Drawing(tree, codebook, options).draw();
}

}  // namespace llcodes
