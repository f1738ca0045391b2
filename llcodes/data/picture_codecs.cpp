#include "llcodes/data/picture_codecs.h"

#include "llcodes/core/error.h"

namespace llcodes {

void check_pixels(DeclaredSize size, std::size_t max_pixels, const std::string& path) {
  const bool is_empty = size.height == 0 || size.width == 0;
  if (is_empty || size.width > max_pixels / size.height) {
    throw FormatError(path, "picture size",
                      std::to_string(size.width) + " x " + std::to_string(size.height) + " pixels",
                      "at least one pixel and at most " + std::to_string(max_pixels));
  }
}

std::vector<std::uint8_t> over_white(const std::vector<std::uint8_t>& rgba) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(rgba.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < rgba.size(); i += 4) {
    const int alpha = rgba[i + 3];
    for (std::size_t c = 0; c < 3; ++c) {
      const int blended = rgba[i + c] * alpha + 255 * (255 - alpha);
      rgb.push_back(static_cast<std::uint8_t>((blended + 127) / 255));
    }
  }
  return rgb;
}

}  // namespace llcodes
