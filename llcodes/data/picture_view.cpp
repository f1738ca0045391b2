#include "llcodes/data/picture_view.h"

#include <algorithm>
#include <cmath>

#include "llcodes/core/file.h"
#include "llcodes/data/picture_cache.h"
#include "llcodes/data/resample.h"

namespace llcodes {
namespace {

/// Reducing a JPEG while it is decoded is a filter of its own: with this much to spare, the pixels
/// of centre views stay within 1/255 of those from the whole picture.
constexpr int kSpare = 2;

PixelView view_of(const Picture& picture) {
  return {.pixels = picture.pixels.data(), .size = size_of(picture), .channels = 3};
}

CropBox whole(PlaneSize size) {
  return {0, 0, static_cast<double>(size.height), static_cast<double>(size.width)};
}

CropBox scaled(const CropBox& box, PlaneSize from, PlaneSize to) {
  const double down = static_cast<double>(to.height) / from.height;
  const double across = static_cast<double>(to.width) / from.width;
  return {box.top * down, box.left * across, box.height * down, box.width * across};
}

/// The shorter side to decode, so that the box still has `side` pixels each way.
int wanted_side(PlaneSize picture, const CropBox& box, int side) {
  const double shorter = std::min(picture.height, picture.width);
  return static_cast<int>(std::ceil(shorter * side / std::min(box.height, box.width)));
}

int resized_side(const ViewOptions& options) {
  return std::max(static_cast<int>(std::nearbyint(options.side / options.centre_share)),
                  options.side);
}

std::vector<std::uint8_t> middle_of(const Picture& picture, int side) {
  const int top = static_cast<int>(std::nearbyint((picture.height - side) / 2.0));
  const int left = static_cast<int>(std::nearbyint((picture.width - side) / 2.0));
  return resample(view_of(picture), {.box = whole(size_of(picture)),
                                     .size = size_of(picture),
                                     .top = top,
                                     .left = left,
                                     .window = {side, side}});
}

}  // namespace

std::vector<std::uint8_t> centre_square(const Picture& picture, int side, double centre_share) {
  const CentreView view = centre_view(size_of(picture), side, centre_share);
  return resample(view_of(picture), {.box = whole(size_of(picture)),
                                     .size = view.resized,
                                     .top = view.top,
                                     .left = view.left,
                                     .window = {side, side}});
}

std::vector<std::uint8_t> crop_square(const Picture& picture, const CropBox& box, int side) {
  return resample(view_of(picture),
                  {.box = box, .size = {side, side}, .window = {side, side}});
}

std::vector<std::uint8_t> PictureViewer::centre(const std::filesystem::path& path) const {
  const int shorter = resized_side(options_);
  if (!options_.cache.empty()) {
    return middle_of(PictureCache(options_.cache, shorter, options_.limits).get(path),
                     options_.side);
  }
  const MappedFile file(path);
  const Picture picture =
      decode_picture(file.bytes(), path.string(), kSpare * shorter, options_.limits);
  return centre_square(picture, options_.side, options_.centre_share);
}

std::vector<std::uint8_t> PictureViewer::crop(const std::filesystem::path& path,
                                              const CropChooser& choose) const {
  if (!options_.cache.empty()) {
    const Picture kept =
        PictureCache(options_.cache, resized_side(options_), options_.limits).get(path);
    return crop_square(kept, choose(size_of(kept)), options_.side);
  }
  const MappedFile file(path);
  const PlaneSize size = picture_size(file.bytes(), path.string(), options_.limits);
  const CropBox box = choose(size);
  const Picture picture = decode_picture(file.bytes(), path.string(),
                                         wanted_side(size, box, options_.side), options_.limits);
  return crop_square(picture, scaled(box, size, size_of(picture)), options_.side);
}

}  // namespace llcodes
