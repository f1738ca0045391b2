// From 8-bit pictures to normalised network input, with random changes that are functions of
// (seed, epoch, index): one geometric change (shift, scale, rotation, shear, mirror, elastic)
// sampled bilinearly, stroke-width change, coarse pixels, gamma, and erasing; for photographs also
// random crops and colour jitter.
#pragma once

#include <cstdint>
#include <span>

#include "llcodes/core/options.h"
#include "llcodes/core/random.h"
#include "llcodes/data/dataset.h"
#include "llcodes/data/normalization.h"

namespace llcodes {

struct AugmentOptions {
  double shift = 0;     ///< largest shift, as a share of the side
  double scale = 0;     ///< largest change of size: factor in [1 - scale, 1 + scale]
  double stretch = 0;   ///< largest change of the ratio of width to height
  double rotation = 0;  ///< largest rotation in degrees
  double shear = 0;     ///< largest shear
  double elastic = 0;   ///< largest local displacement, as a share of the side (data/elastic.h)
  double contrast = 0;  ///< gamma in [1 - contrast, 1 / (1 - contrast)]
  double stroke = 0;    ///< largest step to the 3x3 maximum (thicker) or minimum (thinner), 0 ... 1
  double coarse = 0;    ///< probability of square pixels, a quarter to half as many a side
  double erase = 0;     ///< probability of one erased rectangle
  bool mirror = false;  ///< left-right with probability 1/2
  bool reflect = false;  ///< outside the picture: reflect instead of background (0)
  double crop = 0;       ///< random crops keep at least that share of the area; 0: no cropping
  double jitter = 0;     ///< largest change of brightness, contrast and saturation, as a share
  double hue = 0;        ///< largest turn of the colour circle, in turns
  double noise = 0;      ///< features: deviation of Gaussian noise, relative to the row's own

  bool any() const;
};

OptionTable options_of(AugmentOptions& options);

/// What suits drawn or written characters, small photographs (CIFAR), and medium ones.
AugmentOptions character_augmentation();
AugmentOptions small_photo_augmentation();
AugmentOptions photo_augmentation();
/// Photographs of 96 pixels and more, as networks for ImageNet are trained: crops and mirroring.
AugmentOptions large_photo_augmentation();

/// Throws std::invalid_argument if a change is asked for that has no meaning for this kind of data.
void check(const AugmentOptions& options, const InputShape& shape);

/// Fills `out` (shape.size() floats, channel-major) from an example without augmentation.
void to_input(const Example& example, const InputShape& shape, const Normalization& normalization,
              std::span<float> out);

/// Reads an instance, through a random crop and with jittered colours where asked.
void read_augmented(const Dataset& dataset, std::size_t index, const AugmentOptions& options,
                    Random random, Example& example);

/// Fills `out` with the other random changes, drawn from `random`.
void to_augmented_input(const Example& example, const InputShape& shape,
                        const Normalization& normalization, const AugmentOptions& options,
                        Random random, std::span<float> out);

}  // namespace llcodes
