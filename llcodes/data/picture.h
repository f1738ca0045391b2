// Decodes JPEG, PNG and WebP by their first bytes, not their names.
//
// Size limits are checked on the header, before a pixel is decoded. Whatever a file holds (grey,
// palette, 16 bits, alpha, CMYK), the result is RGB and upright (EXIF); transparent places show
// white. picture_view.h makes of it what a network sees.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/data/byte_reader.h"
#include "llcodes/data/resize.h"

namespace llcodes {

/// Interleaved RGB, [height, width, 3].
struct Picture {
  int height = 0;
  int width = 0;
  std::vector<std::uint8_t> pixels;
};

inline PlaneSize size_of(const Picture& picture) { return {picture.height, picture.width}; }

struct PictureLimits {
  std::size_t max_file_bytes = std::size_t{256} << 20;
  std::size_t max_pixels = 100'000'000;
};

enum class PictureFormat { kUnknown, kJpeg, kPng, kWebp };
PictureFormat picture_format(Bytes bytes);

/// Height and width of the upright picture, from the header alone. Throws as decode_picture does.
PlaneSize picture_size(Bytes bytes, const std::string& path, const PictureLimits& limits = {});

/// Decodes a picture whose smaller side is to be brought to `wanted_side` later: a JPEG is decoded
/// at the smallest of its cheap scales (1/8 ... 8/8) that is still as large. 0: full size. Throws
/// FormatError: unknown format, over the limits, damaged.
Picture decode_picture(Bytes bytes, const std::string& path, int wanted_side = 0,
                       const PictureLimits& limits = {});

}  // namespace llcodes
