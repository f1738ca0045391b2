#include <webp/decode.h>

#include "llcodes/core/error.h"
#include "llcodes/data/picture_codecs.h"

namespace llcodes {

DeclaredSize webp_size(Bytes bytes, const std::string& path) {
  WebPBitstreamFeatures features{};
  const VP8StatusCode status = WebPGetFeatures(
      reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size(), &features);
  if (status != VP8_STATUS_OK || features.has_animation) {
    throw FormatError(path, "WebP",
                      features.has_animation ? "an animation" : "status " + std::to_string(status),
                      "a single whole picture");
  }
  return {static_cast<std::uint64_t>(features.height), static_cast<std::uint64_t>(features.width)};
}

Picture decode_webp(Bytes bytes, const std::string& path, std::size_t max_pixels) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  const DeclaredSize size = webp_size(bytes, path);
  check_pixels(size, max_pixels, path);
  const std::size_t row = static_cast<std::size_t>(size.width) * 4;
  std::vector<std::uint8_t> rgba(row * static_cast<std::size_t>(size.height));
  if (!WebPDecodeRGBAInto(data, bytes.size(), rgba.data(), rgba.size(), static_cast<int>(row))) {
    throw FormatError(path, "WebP", "damaged data", "a whole picture");
  }
  return {.height = static_cast<int>(size.height),
          .width = static_cast<int>(size.width),
          .pixels = over_white(rgba)};
}

}  // namespace llcodes
