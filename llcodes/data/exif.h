// Which way up a photograph is: the EXIF orientation of JPEG, PNG and WebP files.
//
// Cameras store the sensor's rows and say in EXIF how to turn them. Damaged or missing EXIF means
// upright: it is never a reason to refuse a picture.
#pragma once

#include "llcodes/data/picture.h"

namespace llcodes {

/// 1 (upright) to 8, as EXIF counts.
int exif_orientation(Bytes file);

/// True if the orientation swaps height and width.
inline bool is_turned(int orientation) { return orientation >= 5; }

/// The picture turned and mirrored so that it is upright.
Picture upright(Picture picture, int orientation);

}  // namespace llcodes
