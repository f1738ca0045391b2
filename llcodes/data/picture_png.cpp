#include <png.h>

#include "llcodes/core/error.h"
#include "llcodes/data/picture_codecs.h"

namespace llcodes {
namespace {

/// libpng's simplified reader; it keeps its messages to itself.
class PngReader {
 public:
  PngReader(Bytes bytes, const std::string& path) : path_(path) {
    image_.version = PNG_IMAGE_VERSION;
    check(png_image_begin_read_from_memory(&image_, bytes.data(), bytes.size()));
    image_.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;  // as everybody else: not linear light
    image_.format = PNG_FORMAT_RGBA;
  }
  ~PngReader() { png_image_free(&image_); }
  PngReader(const PngReader&) = delete;
  PngReader& operator=(const PngReader&) = delete;

  std::uint32_t height() const { return image_.height; }
  std::uint32_t width() const { return image_.width; }

  std::vector<std::uint8_t> read_rgba() {
    std::vector<std::uint8_t> rgba(PNG_IMAGE_SIZE(image_));
    check(png_image_finish_read(&image_, nullptr, rgba.data(), 0, nullptr));
    return rgba;
  }

 private:
  /// libpng answers 0 for an error; warnings (a wrong checksum in a comment) are let pass.
  void check(int is_good) const {
    if (!is_good) throw FormatError(path_, "PNG", image_.message, "a whole picture");
  }

  png_image image_{};
  std::string path_;
};

}  // namespace

DeclaredSize png_size(Bytes bytes, const std::string& path) {
  const PngReader reader(bytes, path);
  return {reader.height(), reader.width()};
}

Picture decode_png(Bytes bytes, const std::string& path, std::size_t max_pixels) {
  PngReader reader(bytes, path);
  check_pixels({reader.height(), reader.width()}, max_pixels, path);
  return {.height = static_cast<int>(reader.height()),
          .width = static_cast<int>(reader.width()),
          .pixels = over_white(reader.read_rgba())};
}

}  // namespace llcodes
