// The changes of augmentation that are not geometry: stroke width, coarse pixels, gamma,
// erasing, noise.
#pragma once

#include <span>

#include "llcodes/core/random.h"
#include "llcodes/data/warp.h"

namespace llcodes {

/// A factor in [1 - spread, 1 / (1 - spread)], as likely to shrink as to grow.
double symmetric_factor(Random& random, double spread);

/// Moves each pixel towards the maximum (step > 0: thicker strokes) or the minimum (step < 0:
/// thinner) of its 3x3 neighbourhood, by |step| in 0 ... 1; a whole step of thinning erases strokes
/// of one pixel.
void change_stroke(FramedPicture& picture, double step);

/// Redraws the picture with `cells` x `cells` square pixels, each the mean of what it covers, as a
/// pixel font or a low resolution would show it.
void coarsen(FramedPicture& picture, int cells);

/// pixel = 255 * (pixel / 255) ^ gamma.
void apply_gamma(FramedPicture& picture, double gamma);

/// Sets one rectangle of 2 to 25 % of the area to 0, the mean of normalised inputs.
void erase_rectangle(const InputShape& shape, Random& random, std::span<float> inputs);

/// Adds Gaussian noise of `amount` times the row's own deviation.
void add_noise(double amount, Random& random, std::span<float> features);

}  // namespace llcodes
