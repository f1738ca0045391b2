#include "llcodes/data/picture.h"

#include <algorithm>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/data/picture_codecs.h"
#include "llcodes/data/resize.h"

namespace llcodes {
namespace {

bool starts_with(Bytes bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && as_text(bytes).substr(at, magic.size()) == magic;
}

/// One colour of the centre square, [side, side].
std::vector<std::uint8_t> crop_channel(const Picture& picture, int side, std::size_t channel) {
  const int top = (picture.height - side) / 2, left = (picture.width - side) / 2;
  std::vector<std::uint8_t> plane;
  plane.reserve(static_cast<std::size_t>(side) * static_cast<std::size_t>(side));
  for (int y = top; y < top + side; ++y) {
    const std::size_t row = static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width);
    for (int x = left; x < left + side; ++x) {
      plane.push_back(picture.pixels[(row + static_cast<std::size_t>(x)) * 3 + channel]);
    }
  }
  return plane;
}

}  // namespace

PictureFormat picture_format(Bytes bytes) {
  if (starts_with(bytes, "\xFF\xD8\xFF")) return PictureFormat::kJpeg;
  if (starts_with(bytes, "\x89PNG\r\n\x1A\n")) return PictureFormat::kPng;
  if (starts_with(bytes, "RIFF") && starts_with(bytes, "WEBP", 8)) return PictureFormat::kWebp;
  return PictureFormat::kUnknown;
}

Picture decode_picture(Bytes bytes, const std::string& path, int wanted_side,
                       const PictureLimits& limits) {
  if (bytes.size() > limits.max_file_bytes) {
    throw FormatError(path, "file size", std::to_string(bytes.size()) + " bytes",
                      "at most " + std::to_string(limits.max_file_bytes));
  }
  switch (picture_format(bytes)) {
    case PictureFormat::kJpeg:
      return decode_jpeg(bytes, path, wanted_side, limits.max_pixels);
    case PictureFormat::kPng:
      return decode_png(bytes, path, limits.max_pixels);
    case PictureFormat::kWebp:
      return decode_webp(bytes, path, limits.max_pixels);
    default:
      throw FormatError(path, "format", "other bytes", "JPEG, PNG or WebP");
  }
}

std::vector<std::uint8_t> centre_square(const Picture& picture, int side) {
  const int square = std::min(picture.height, picture.width);
  std::vector<std::uint8_t> planes;
  for (std::size_t channel = 0; channel < 3; ++channel) {
    const auto cropped = crop_channel(picture, square, channel);
    const auto plane = resize_plane(cropped, {square, square}, {side, side});
    planes.insert(planes.end(), plane.begin(), plane.end());
  }
  return planes;
}

std::vector<std::uint8_t> load_square(const std::filesystem::path& path, int side) {
  const MappedFile file(path);
  return centre_square(decode_picture(file.bytes(), path.string(), side), side);
}

}  // namespace llcodes
