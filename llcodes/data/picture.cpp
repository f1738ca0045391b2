#include "llcodes/data/picture.h"

#include "llcodes/core/error.h"
#include "llcodes/data/exif.h"
#include "llcodes/data/picture_codecs.h"

namespace llcodes {
namespace {

bool starts_with(Bytes bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at + magic.size() && as_text(bytes).substr(at, magic.size()) == magic;
}

void check_bytes(Bytes bytes, const std::string& path, const PictureLimits& limits) {
  if (bytes.size() <= limits.max_file_bytes) return;
  throw FormatError(path, "file size", std::to_string(bytes.size()) + " bytes",
                    "at most " + std::to_string(limits.max_file_bytes));
}

[[noreturn]] void refuse_format(const std::string& path) {
  throw FormatError(path, "format", "other bytes", "JPEG, PNG or WebP");
}

Picture decode_as_stored(Bytes bytes, const std::string& path, int wanted_side,
                         std::size_t max_pixels) {
  switch (picture_format(bytes)) {
    case PictureFormat::kJpeg:
      return decode_jpeg(bytes, path, wanted_side, max_pixels);
    case PictureFormat::kPng:
      return decode_png(bytes, path, max_pixels);
    case PictureFormat::kWebp:
      return decode_webp(bytes, path, max_pixels);
    default:
      refuse_format(path);
  }
}

DeclaredSize declared_size(Bytes bytes, const std::string& path) {
  switch (picture_format(bytes)) {
    case PictureFormat::kJpeg:
      return jpeg_size(bytes, path);
    case PictureFormat::kPng:
      return png_size(bytes, path);
    case PictureFormat::kWebp:
      return webp_size(bytes, path);
    default:
      refuse_format(path);
  }
}

}  // namespace

PictureFormat picture_format(Bytes bytes) {
  if (starts_with(bytes, "\xFF\xD8\xFF")) return PictureFormat::kJpeg;
  if (starts_with(bytes, "\x89PNG\r\n\x1A\n")) return PictureFormat::kPng;
  if (starts_with(bytes, "RIFF") && starts_with(bytes, "WEBP", 8)) return PictureFormat::kWebp;
  return PictureFormat::kUnknown;
}

PlaneSize picture_size(Bytes bytes, const std::string& path, const PictureLimits& limits) {
  check_bytes(bytes, path, limits);
  const DeclaredSize size = declared_size(bytes, path);
  check_pixels(size, limits.max_pixels, path);
  const PlaneSize stored{static_cast<int>(size.height), static_cast<int>(size.width)};
  return is_turned(exif_orientation(bytes)) ? PlaneSize{stored.width, stored.height} : stored;
}

Picture decode_picture(Bytes bytes, const std::string& path, int wanted_side,
                       const PictureLimits& limits) {
  check_bytes(bytes, path, limits);
  return upright(decode_as_stored(bytes, path, wanted_side, limits.max_pixels),
                 exif_orientation(bytes));
}

}  // namespace llcodes
