// Arrays of NumPy and IDX files as pictures or features.
#pragma once

#include "llcodes/data/raw_data.h"

namespace llcodes {

/// [n, d] of any number type: features; [n, h, w] or [n, c, h, w] of uint8: pictures as they are.
RawData read_npy_data(const RawDataRequest& request);
/// `images` [C, n, h, w] or [n, h, w] of bool or uint8 and `labels`; brought to the picture size.
/// Of bool pictures the rarer value is ink (255), the other background (0).
RawData read_npz_data(const RawDataRequest& request);
/// [n, h, w] pictures as they are; labels from the file beside if none is named.
RawData read_idx_data(const RawDataRequest& request);

}  // namespace llcodes
