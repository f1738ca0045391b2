#include "llcodes/data/augment.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>

#include "llcodes/data/colour_jitter.h"
#include "llcodes/data/crop.h"
#include "llcodes/data/picture_changes.h"
#include "llcodes/data/warp.h"

namespace llcodes {
namespace {

/// Rotation, shear, size and mirroring in one matrix from the result to the source.
AffineMap draw_map(const AugmentOptions& options, const InputShape& shape, Random& random) {
  const double angle = random.uniform(-1, 1) * options.rotation * std::numbers::pi / 180;
  const double shear = random.uniform(-1, 1) * options.shear;
  const double size = 1 + random.uniform(-1, 1) * options.scale;
  const double ratio = std::sqrt(symmetric_factor(random, options.stretch));
  const bool is_mirrored = random.uniform() < 0.5 && options.mirror;
  const double across = (is_mirrored ? -1 : 1) / (size * ratio), down = ratio / size;
  const double cosine = std::cos(angle), sine = std::sin(angle);
  AffineMap map;
  map.xx = cosine * across;
  map.xy = (cosine * shear - sine) * down;
  map.yx = sine * across;
  map.yy = (sine * shear + cosine) * down;
  map.shift_x = random.uniform(-1, 1) * options.shift * shape.width;
  map.shift_y = random.uniform(-1, 1) * options.shift * shape.height;
  return map;
}

int draw_cells(const AugmentOptions& options, const InputShape& shape, Random& random) {
  const bool is_coarse = random.uniform() < options.coarse;
  const int cells = static_cast<int>(std::min(shape.height, shape.width) * random.uniform(0.25, 0.5));
  return is_coarse ? std::max(cells, 1) : 0;
}

/// Everything is drawn in one fixed order, so switching one change off leaves the others as they
/// are.
struct Draw {
  AffineMap map;
  double gamma;
  double stroke;
  bool has_erased_rectangle;
  int cells;  ///< a side, of a coarse picture; 0: not coarse

  Draw(const AugmentOptions& options, const InputShape& shape, Random& random)
      : map(draw_map(options, shape, random)),
        gamma(symmetric_factor(random, options.contrast)),
        stroke(random.uniform(-1, 1) * options.stroke),
        has_erased_rectangle(random.uniform() < options.erase),
        cells(draw_cells(options, shape, random)) {}
};

void augment_picture(const Example& example, const InputShape& shape, const ChannelScales& scales,
                     const AugmentOptions& options, Random& random, std::span<float> out) {
  static thread_local FramedPicture picture;
  static thread_local ElasticField elastic;
  picture.assign(example.pixels, shape);
  const Draw draw(options, shape, random);
  elastic.draw(shape, options.elastic * std::min(shape.height, shape.width), random);
  if (options.stroke > 0) change_stroke(picture, draw.stroke);
  if (draw.cells > 0) coarsen(picture, draw.cells);
  if (options.contrast > 0) apply_gamma(picture, draw.gamma);
  const Warp warp{.map = draw.map,
                  .elastic = options.elastic > 0 ? &elastic : nullptr,
                  .outside = options.reflect ? Outside::kReflect : Outside::kBackground};
  warp.apply(picture, scales, out);
  if (draw.has_erased_rectangle) erase_rectangle(shape, random, out);
}

/// True if a change is asked for that samples the picture anew.
bool needs_warp(const AugmentOptions& options) {
  AugmentOptions rest = options;
  rest.crop = rest.jitter = rest.hue = 0;
  rest.mirror = rest.reflect = false;
  return rest.any();
}

void mirror_rows(const InputShape& shape, std::span<float> inputs) {
  for (auto row = inputs.begin(); row != inputs.end(); row += shape.width) {
    std::reverse(row, row + shape.width);
  }
}

void check_places(const Example& example, const InputShape& shape, std::span<float> out) {
  const std::size_t found = shape.is_picture ? example.pixels.size() : example.features.size();
  if (found == shape.size() && out.size() == shape.size()) return;
  throw std::invalid_argument("to_input: expected " + std::to_string(shape.size()) +
                              " values and places, found " + std::to_string(found) + " and " +
                              std::to_string(out.size()));
}

}  // namespace

bool AugmentOptions::any() const {
  return shift != 0 || scale != 0 || stretch != 0 || rotation != 0 || shear != 0 || elastic != 0 ||
         contrast != 0 || stroke != 0 || coarse != 0 || erase != 0 || mirror || crop != 0 ||
         jitter != 0 || hue != 0 || noise != 0;
}

OptionTable options_of(AugmentOptions& options) {
  OptionTable table;
  table.group("Augmentation")
      .number("augment-shift", options.shift, "largest shift, as a share of the side", 0, 0.5)
      .number("augment-scale", options.scale, "largest change of size, as a share", 0, 0.9)
      .number("augment-stretch", options.stretch, "largest change of width to height", 0, 0.9)
      .number("augment-rotation", options.rotation, "largest rotation in degrees", 0, 180)
      .number("augment-shear", options.shear, "largest shear", 0, 1)
      .number("augment-elastic", options.elastic, "largest local displacement, as a share", 0, 0.5)
      .number("augment-contrast", options.contrast, "largest change of gamma, as a share", 0, 0.9)
      .number("augment-stroke", options.stroke, "largest step to thinner or thicker strokes", 0, 1)
      .number("augment-coarse", options.coarse, "probability of coarse square pixels", 0, 1)
      .number("augment-erase", options.erase, "probability of an erased rectangle", 0, 1)
      .flag("augment-mirror", options.mirror, "mirror left-right half of the time")
      .flag("augment-reflect", options.reflect, "reflect the picture beyond its border")
      .number("augment-crop", options.crop,
              "random crops keep at least that share of the area; 0: none", 0, 1)
      .number("augment-jitter", options.jitter,
              "largest change of brightness, contrast and saturation", 0, 1)
      .number("augment-hue", options.hue, "largest turn of the colour circle, in turns", 0, 0.5)
      .number("augment-noise", options.noise, "features: deviation of noise, relative", 0, 10);
  return table;
}

AugmentOptions character_augmentation() {
  return {.shift = 0.06,
          .scale = 0.09,
          .stretch = 0.15,
          .rotation = 7,
          .shear = 0.15,
          .elastic = 0.05,
          .stroke = 0.6};
}

AugmentOptions small_photo_augmentation() {
  return {.shift = 0.125, .erase = 0.25, .mirror = true, .reflect = true};
}

AugmentOptions photo_augmentation() {
  return {.shift = 0.1, .scale = 0.15, .mirror = true, .reflect = true};
}

AugmentOptions large_photo_augmentation() { return {.mirror = true, .crop = 0.08}; }

void check(const AugmentOptions& options, const InputShape& shape) {
  AugmentOptions of_pictures = options;
  of_pictures.noise = 0;
  if (!shape.is_picture && of_pictures.any()) {
    throw std::invalid_argument(
        "augmentation: the data are features, for which only augment-noise has a meaning; "
        "set the other augment options to 0");
  }
  if ((options.jitter != 0 || options.hue != 0) && shape.channels != 3) {
    throw std::invalid_argument(
        "augmentation: augment-jitter and augment-hue change colours, the data are " +
        text_of(shape) + "; set them to 0");
  }
  if (shape.is_picture && options.noise != 0) {
    throw std::invalid_argument(
        "augmentation: augment-noise is for features, the data are pictures; set it to 0");
  }
}

void to_input(const Example& example, const InputShape& shape, const Normalization& normalization,
              std::span<float> out) {
  check_places(example, shape, out);
  if (!shape.is_picture) {
    std::copy(example.features.begin(), example.features.end(), out.begin());
    return;
  }
  const ChannelScales scales = channel_scales(shape, normalization);
  const std::size_t plane = shape.size() / static_cast<std::size_t>(shape.channels);
  for (std::size_t c = 0; c < static_cast<std::size_t>(shape.channels); ++c) {
    const ChannelScale scale = scales[c];
    for (std::size_t i = c * plane; i < (c + 1) * plane; ++i) {
      out[i] = static_cast<float>(example.pixels[i]) * scale.gain + scale.offset;
    }
  }
}

void read_augmented(const Dataset& dataset, std::size_t index, const AugmentOptions& options,
                    Random random, Example& example) {
  if (options.crop > 0) {
    const CropChooser choose = [&](PlaneSize size) {
      return random_crop(size, {.smallest_area = options.crop}, random);
    };
    dataset.get_crop(index, choose, example);
  } else {
    dataset.get(index, example);
  }
  if (options.jitter > 0 || options.hue > 0) {
    ColourChange::draw({options.jitter, options.hue}, random).apply(example.pixels);
  }
}

void to_augmented_input(const Example& example, const InputShape& shape,
                        const Normalization& normalization, const AugmentOptions& options,
                        Random random, std::span<float> out) {
  if (shape.is_picture && needs_warp(options)) {
    check_places(example, shape, out);
    augment_picture(example, shape, channel_scales(shape, normalization), options, random, out);
  } else {
    to_input(example, shape, normalization, out);
    if (shape.is_picture && options.mirror && random.uniform() < 0.5) mirror_rows(shape, out);
    if (options.noise > 0) add_noise(options.noise, random, out);
  }
}

}  // namespace llcodes
