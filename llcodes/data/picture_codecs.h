// The three decoders behind picture.h, a file each. All throw FormatError for damaged data, for no
// pixels, and for more pixels than allowed (before they decode).
#pragma once

#include <string>

#include "llcodes/data/picture.h"

namespace llcodes {

struct DeclaredSize {
  std::uint64_t height = 0;
  std::uint64_t width = 0;
};

/// From the header alone.
DeclaredSize jpeg_size(Bytes bytes, const std::string& path);
DeclaredSize png_size(Bytes bytes, const std::string& path);
DeclaredSize webp_size(Bytes bytes, const std::string& path);

Picture decode_jpeg(Bytes bytes, const std::string& path, int wanted_side, std::size_t max_pixels);
Picture decode_png(Bytes bytes, const std::string& path, std::size_t max_pixels);
Picture decode_webp(Bytes bytes, const std::string& path, std::size_t max_pixels);

/// Throws FormatError unless there is at least one pixel and at most `max_pixels`.
void check_pixels(DeclaredSize size, std::size_t max_pixels, const std::string& path);

/// RGBA over white; the alpha bytes go.
std::vector<std::uint8_t> over_white(const std::vector<std::uint8_t>& rgba);

}  // namespace llcodes
