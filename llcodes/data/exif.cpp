#include "llcodes/data/exif.h"

#include <algorithm>
#include <optional>

namespace llcodes {
namespace {

constexpr int kUpright = 1;

/// Whole numbers at any place of some bytes; a place beyond the end reads as nothing.
class Numbers {
 public:
  Numbers(Bytes bytes, bool big_endian) : bytes_(bytes), big_endian_(big_endian) {}

  std::optional<std::uint32_t> read(std::size_t at, std::size_t count) const {
    if (at > bytes_.size() || bytes_.size() - at < count) return {};
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t place = big_endian_ ? at + i : at + count - 1 - i;
      value = value << 8 | std::to_integer<std::uint32_t>(bytes_[place]);
    }
    return value;
  }

 private:
  Bytes bytes_;
  bool big_endian_;
};

bool has_text(Bytes bytes, std::size_t at, std::string_view text) {
  return bytes.size() >= at + text.size() && as_text(bytes).substr(at, text.size()) == text;
}

/// The orientation tag of the first directory of a TIFF block.
int orientation_of_tiff(Bytes tiff) {
  constexpr std::uint32_t kOrientation = 0x0112;
  constexpr std::size_t kEntryBytes = 12;
  const Numbers numbers(tiff, has_text(tiff, 0, "MM"));
  const auto directory = numbers.read(4, 4);
  const auto count = directory ? numbers.read(*directory, 2) : std::nullopt;
  if (!count) return kUpright;
  for (std::size_t i = 0; i < *count; ++i) {
    const std::size_t entry = std::size_t{*directory} + 2 + i * kEntryBytes;
    const auto tag = numbers.read(entry, 2), value = numbers.read(entry + 8, 2);
    if (!tag || !value) return kUpright;
    if (*tag == kOrientation) return *value >= 1 && *value <= 8 ? static_cast<int>(*value) : kUpright;
  }
  return kUpright;
}

Bytes cut(Bytes bytes, std::size_t at, std::size_t count) {
  at = std::min(at, bytes.size());
  return bytes.subspan(at, std::min(count, bytes.size() - at));
}

/// Segments of a JPEG file up to the first scan: FF, kind, length (with itself), content.
Bytes jpeg_exif(Bytes file) {
  constexpr std::uint32_t kApp1 = 0xFFE1, kStartOfScan = 0xFFDA;
  const Numbers numbers(file, true);
  for (std::size_t at = 2;;) {
    const auto kind = numbers.read(at, 2), length = numbers.read(at + 2, 2);
    if (!kind || !length || *kind < 0xFF00 || *kind == kStartOfScan || *length < 2) return {};
    if (*kind == kApp1 && has_text(file, at + 4, std::string_view("Exif\0\0", 6))) {
      return cut(file, at + 10, *length >= 8 ? *length - 8 : 0);
    }
    at += 2 + std::size_t{*length};
  }
}

/// Chunks of a PNG (length, kind, content, checksum) or RIFF file (kind, length, content, even).
struct ChunkLayout {
  std::size_t first;
  bool is_png;
  std::string_view exif_kind;
};

Bytes chunk_exif(Bytes file, const ChunkLayout& layout) {
  const Numbers numbers(file, layout.is_png);
  for (std::size_t at = layout.first;;) {
    const auto length = numbers.read(at + (layout.is_png ? 0 : 4), 4);
    if (!length) return {};
    const bool found = has_text(file, at + (layout.is_png ? 4 : 0), layout.exif_kind);
    if (found) return cut(file, at + 8, *length);
    at += 8 + std::size_t{*length} + (layout.is_png ? 4 : *length % 2);
  }
}

}  // namespace

int exif_orientation(Bytes file) {
  switch (picture_format(file)) {
    case PictureFormat::kJpeg:
      return orientation_of_tiff(jpeg_exif(file));
    case PictureFormat::kPng:
      return orientation_of_tiff(chunk_exif(file, {8, true, "eXIf"}));
    case PictureFormat::kWebp:
      return orientation_of_tiff(chunk_exif(file, {12, false, "EXIF"}));
    default:
      return kUpright;
  }
}

Picture upright(Picture picture, int orientation) {
  if (orientation == kUpright) return picture;
  const bool turned = is_turned(orientation);
  const bool mirrors_x = orientation == 2 || orientation == 3 || orientation >= 7;
  const bool mirrors_y = orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7;
  Picture result{.height = turned ? picture.width : picture.height,
                 .width = turned ? picture.height : picture.width,
                 .pixels = {}};
  result.pixels.reserve(picture.pixels.size());
  for (int y = 0; y < result.height; ++y) {
    for (int x = 0; x < result.width; ++x) {
      const int across = turned ? y : x, down = turned ? x : y;
      const int from_x = mirrors_x ? picture.width - 1 - across : across;
      const int from_y = mirrors_y ? picture.height - 1 - down : down;
      const auto from = picture.pixels.begin() +
                        3 * (static_cast<std::ptrdiff_t>(from_y) * picture.width + from_x);
      result.pixels.insert(result.pixels.end(), from, from + 3);
    }
  }
  return result;
}

}  // namespace llcodes
