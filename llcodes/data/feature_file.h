// Float features in a .npy file, memory-mapped: only the rows that are asked for are read.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>

#include "llcodes/core/file.h"
#include "llcodes/data/npy.h"

namespace llcodes {

class FeatureFile {
 public:
  /// [n, d] of float16 or float32. Throws FormatError or std::system_error.
  explicit FeatureFile(const std::filesystem::path& path);

  std::size_t size() const { return size_; }
  std::size_t dimension() const { return dimension_; }
  const std::string& path() const { return array_.path; }

  /// Writes one row as floats; `out` has `dimension()` places. Throws std::invalid_argument if there
  /// is no such row. Concurrent calls are safe.
  void read(std::size_t row, std::span<float> out) const;

 private:
  std::shared_ptr<const MappedFile> file_;
  NpyView array_;
  std::size_t size_, dimension_;
};

}  // namespace llcodes
