// NumPy's .npy files, versions 1 to 3: a magic number, a header that is a Python literal, raw
// values.
//
// Read: bool, (u)int8 to (u)int64, float16 to float64, little-endian, C order. Refused with the
// cure: Fortran order, big-endian, Python objects (pickles), structured types.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/core/container.h"
#include "llcodes/data/byte_reader.h"

namespace llcodes {

/// An array inside bytes that live elsewhere; `values` has exactly the bytes of the shape.
struct NpyView {
  DType dtype;
  Shape shape;
  Bytes values;
  std::string path;

  /// The number of values.
  std::size_t count() const;
};

/// Throws FormatError.
NpyView parse_npy(Bytes bytes, const std::string& path);

/// All values as floats; any type. Whole numbers beyond 2^24 and 64-bit floats are rounded.
std::vector<float> to_floats(const NpyView& array);
/// All values as integers; FormatError if the type is a float.
std::vector<std::int64_t> to_integers(const NpyView& array);

}  // namespace llcodes
