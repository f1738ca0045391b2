// Which part of a picture the network sees: torchvision's RandomResizedCrop and CenterCrop.
#pragma once

#include <cstdint>
#include <functional>

#include "llcodes/core/random.h"
#include "llcodes/data/resize.h"

namespace llcodes {

/// A rectangle in pixels of the picture.
struct CropBox {
  double top = 0;
  double left = 0;
  double height = 0;
  double width = 0;
};

/// Picks a box once the size of the picture is known.
using CropChooser = std::function<CropBox(PlaneSize)>;

struct RandomCropOptions {
  double smallest_area = 0.08;  ///< share of the picture
  double ratio = 4.0 / 3;       ///< width to height lies in [1 / ratio, ratio]
};

/// A random part of the picture, as torchvision's RandomResizedCrop.get_params draws it: with the
/// same uniform draws the boxes are the same. `Draws` has uniform() and below(n), as Random has.
template <class Draws>
CropBox random_crop(PlaneSize picture, const RandomCropOptions& options, Draws& draws);

/// The whole picture if its shape allows, else its middle.
CropBox central_crop(PlaneSize picture, double ratio);

/// torchvision's Resize + CenterCrop: the shorter side becomes side / centre_share, and the middle
/// side x side of that is wanted.
struct CentreView {
  PlaneSize resized;
  int top = 0;
  int left = 0;
};
CentreView centre_view(PlaneSize picture, int side, double centre_share);

/// One try of random_crop: the size that (area, ratio) draws in 0 ... 1 mean.
PlaneSize drawn_crop_size(PlaneSize picture, const RandomCropOptions& options, double area_draw,
                          double ratio_draw);

template <class Draws>
CropBox random_crop(PlaneSize picture, const RandomCropOptions& options, Draws& draws) {
  constexpr int kTries = 10;
  for (int i = 0; i < kTries; ++i) {
    const double area_draw = draws.uniform(), ratio_draw = draws.uniform();
    const PlaneSize size = drawn_crop_size(picture, options, area_draw, ratio_draw);
    const bool fits = size.height > 0 && size.height <= picture.height && size.width > 0 &&
                      size.width <= picture.width;
    if (!fits) continue;
    const auto rows = static_cast<std::uint64_t>(picture.height - size.height + 1);
    const auto columns = static_cast<std::uint64_t>(picture.width - size.width + 1);
    const auto top = draws.below(rows), left = draws.below(columns);
    return {static_cast<double>(top), static_cast<double>(left), static_cast<double>(size.height),
            static_cast<double>(size.width)};
  }
  return central_crop(picture, options.ratio);
}

}  // namespace llcodes
