// The header of a .npy file: the Python literal {'descr': '<f4', 'fortran_order': False, 'shape':
// (2, 3)}.
#pragma once

#include <string>
#include <string_view>

#include "llcodes/core/container.h"

namespace llcodes {

struct NpyHeader {
  DType dtype;
  Shape shape;
};

/// Accepts what NumPy writes, in any order of keys and with any spaces; throws FormatError for all
/// else, with the Python line that cures it where there is one.
NpyHeader parse_npy_header(std::string_view text, const std::string& path);

}  // namespace llcodes
