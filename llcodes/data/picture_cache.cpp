#include "llcodes/data/picture_cache.h"

#include <cstdio>
#include <optional>

#include "llcodes/core/container.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/data/crop.h"
#include "llcodes/data/fingerprint.h"
#include "llcodes/data/resample.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

constexpr char kFormat[] = "llcodes.picture";

std::optional<Picture> read(const fs::path& file) {
  if (!fs::exists(file)) return {};
  try {
    const Container container = Container::open(file, kFormat);
    const Shape& shape = container.tensor("pixels").shape;
    const auto pixels = container.values<std::uint8_t>("pixels", {-1, -1, 3});
    return Picture{.height = static_cast<int>(shape[0]),
                   .width = static_cast<int>(shape[1]),
                   .pixels = {pixels.begin(), pixels.end()}};
  } catch (const FormatError&) {
    return {};
  }
}

void write(const Picture& picture, const fs::path& file) {
  fs::create_directories(file.parent_path());
  ContainerWriter writer(kFormat, 1);
  writer.add<std::uint8_t>("pixels", {picture.height, picture.width, 3}, picture.pixels);
  writer.write(file);
}

std::vector<std::uint8_t> interleaved(const std::vector<std::uint8_t>& planes) {
  const std::size_t plane = planes.size() / 3;
  std::vector<std::uint8_t> pixels(planes.size());
  for (std::size_t c = 0; c < 3; ++c) {
    for (std::size_t i = 0; i < plane; ++i) pixels[3 * i + c] = planes[c * plane + i];
  }
  return pixels;
}

}  // namespace

fs::path PictureCache::file_of(const fs::path& path) const {
  Fingerprint fingerprint;
  fingerprint.add(fs::absolute(path).string());
  fingerprint.add(static_cast<std::uint64_t>(fs::file_size(path)));
  fingerprint.add(
      static_cast<std::uint64_t>(fs::last_write_time(path).time_since_epoch().count()));
  fingerprint.add(static_cast<std::uint64_t>(shorter_side_));
  char name[24];
  std::snprintf(name, sizeof name, "%016llx", static_cast<unsigned long long>(fingerprint.value()));
  return folder_ / std::string(name, 2) / (std::string(name) + ".llc");
}

Picture PictureCache::decode(const fs::path& path) const {
  const MappedFile file(path);
  const Picture picture = decode_picture(file.bytes(), path.string(), 2 * shorter_side_, limits_);
  const PlaneSize size = centre_view(size_of(picture), shorter_side_, 1).resized;
  const CropBox whole{0, 0, static_cast<double>(picture.height),
                      static_cast<double>(picture.width)};
  const auto planes = resample({picture.pixels.data(), size_of(picture), 3},
                               {.box = whole, .size = size, .window = size});
  return {.height = size.height, .width = size.width, .pixels = interleaved(planes)};
}

Picture PictureCache::get(const fs::path& path) const {
  const fs::path file = file_of(path);
  if (auto kept = read(file)) return std::move(*kept);
  Picture picture = decode(path);
  write(picture, file);
  return picture;
}

}  // namespace llcodes
