// Writes NumPy's .npy files, version 1.0, which numpy.load opens, also as a memory map.
#pragma once

#include <filesystem>
#include <span>

#include "llcodes/core/container.h"

namespace llcodes {

/// An array inside bytes that live elsewhere, row-major.
struct NpyArray {
  DType dtype;
  Shape shape;
  std::span<const std::byte> values;
};

/// Replaces `path` atomically. Throws std::invalid_argument if the bytes are not those of the shape,
/// std::system_error.
void write_npy(const std::filesystem::path& path, const NpyArray& array);

}  // namespace llcodes
