// The binary files of CIFAR-10 and CIFAR-100: records of one label byte (CIFAR-10) or a coarse and
// a fine label byte (CIFAR-100), then 3072 bytes of a planar RGB picture of 32x32.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace llcodes {

struct CifarRecords {
  int num_classes = 0;               ///< 10 or 100
  std::vector<std::uint8_t> pixels;  ///< [n, 3, 32, 32]
  std::vector<std::int32_t> labels;  ///< [n]; the fine ones of CIFAR-100
};

/// Tells the two apart by the file's size and the range of its labels.
/// Throws FormatError or std::system_error.
CifarRecords read_cifar(const std::filesystem::path& path);

}  // namespace llcodes
