#include "llcodes/data/crop.h"

#include <algorithm>
#include <cmath>

namespace llcodes {
namespace {

/// Python's round(): halves go to the even neighbour (the default rounding mode of the machine).
int even_rounded(double value) { return static_cast<int>(std::nearbyint(value)); }

}  // namespace

PlaneSize drawn_crop_size(PlaneSize picture, const RandomCropOptions& options, double area_draw,
                          double ratio_draw) {
  const double whole = static_cast<double>(picture.height) * picture.width;
  const double area = whole * (options.smallest_area + (1 - options.smallest_area) * area_draw);
  const double log_ratio = std::log(options.ratio);
  const double ratio = std::exp(-log_ratio + 2 * log_ratio * ratio_draw);
  return {even_rounded(std::sqrt(area / ratio)), even_rounded(std::sqrt(area * ratio))};
}

CropBox central_crop(PlaneSize picture, double ratio) {
  const double found = static_cast<double>(picture.width) / picture.height;
  PlaneSize size = picture;
  if (found < 1 / ratio) size.height = even_rounded(picture.width * ratio);
  if (found > ratio) size.width = even_rounded(picture.height * ratio);
  size.height = std::min(size.height, picture.height);
  size.width = std::min(size.width, picture.width);
  return {static_cast<double>((picture.height - size.height) / 2),
          static_cast<double>((picture.width - size.width) / 2), static_cast<double>(size.height),
          static_cast<double>(size.width)};
}

CentreView centre_view(PlaneSize picture, int side, double centre_share) {
  const int shorter = std::max(even_rounded(side / centre_share), side);
  CentreView view{.resized = {shorter, shorter}};
  if (picture.width > picture.height) {
    view.resized.width = static_cast<int>(std::int64_t{shorter} * picture.width / picture.height);
  } else {
    view.resized.height = static_cast<int>(std::int64_t{shorter} * picture.height / picture.width);
  }
  view.top = even_rounded((view.resized.height - side) / 2.0);
  view.left = even_rounded((view.resized.width - side) / 2.0);
  return view;
}

}  // namespace llcodes
