// From a picture file to the square of pixels that a network sees.
//
// Evaluation: the middle (torchvision's Resize + CenterCrop). Training: a box of the caller's choice
// (RandomResizedCrop). A JPEG is decoded no larger than the view needs. With a cache folder each
// picture is decoded once and kept with its shorter side at side / centre_share; centre views are
// the same bytes with and without, boxes then count in the kept pixels.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/data/crop.h"
#include "llcodes/data/picture.h"

namespace llcodes {

struct ViewOptions {
  int side = 32;
  double centre_share = 1;        ///< evaluation sees that share of the shorter side
  std::filesystem::path cache;    ///< folder of decoded pictures; empty: none
  PictureLimits limits = {};
};

/// All views are planar, [3, side, side]. Concurrent calls are safe. They throw FormatError or
/// std::system_error.
class PictureViewer {
 public:
  explicit PictureViewer(ViewOptions options) : options_(std::move(options)) {}

  std::vector<std::uint8_t> centre(const std::filesystem::path& path) const;
  std::vector<std::uint8_t> crop(const std::filesystem::path& path,
                                 const CropChooser& choose) const;

  const ViewOptions& options() const { return options_; }

 private:
  ViewOptions options_;
};

/// The centre view of a picture that is decoded already.
std::vector<std::uint8_t> centre_square(const Picture& picture, int side, double centre_share = 1);

/// The part of a decoded picture, brought to side x side.
std::vector<std::uint8_t> crop_square(const Picture& picture, const CropBox& box, int side);

}  // namespace llcodes
