// IDX, the format of MNIST and Fashion-MNIST: big-endian sizes, then bytes. Also gzipped.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/container.h"

namespace llcodes {

struct IdxArray {
  Shape shape;
  std::vector<std::uint8_t> values;
};

/// Reads unsigned bytes of any rank from 1 to 4. Throws FormatError or std::system_error.
IdxArray read_idx(const std::filesystem::path& path);

/// Whether the name is one of an IDX file: "...idx3-ubyte", "...idx1-ubyte.gz", ...
bool is_idx_name(const std::filesystem::path& path);

/// Where the labels of a picture file usually are: "images-idx3" replaced by "labels-idx1"; empty
/// if the name has no such part.
std::string labels_beside(const std::string& pictures);

}  // namespace llcodes
