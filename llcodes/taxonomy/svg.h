// What the figures share: text fit for SVG, numbers, and pictures inside an SVG.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

/// & < > " ' escaped, control characters dropped.
std::string svg_text(std::string_view text);

/// At most two decimals, no trailing zeros.
std::string svg_number(double value);

/// 8-bit RGB pixels, row by row.
struct Raster {
  int width = 0;
  int height = 0;
  std::vector<std::uint8_t> pixels;
};

/// The raster as a PNG file. Throws RunError.
std::string encode_png(const Raster& raster);

/// "data:image/png;base64,..." for an <image> element.
std::string png_data_uri(const Raster& raster);

}  // namespace llcodes
