// Decoded pictures on disk, a file each, so that later epochs need no decoding.
//
// A picture is kept with its shorter side brought to a given length. Its file is a container with a
// checksum; the name is a fingerprint of path, size and time of the picture, so a picture that
// changed is decoded anew. Several processes may share a folder.
#pragma once

#include <filesystem>

#include "llcodes/data/picture.h"

namespace llcodes {

class PictureCache {
 public:
  PictureCache(std::filesystem::path folder, int shorter_side, const PictureLimits& limits)
      : folder_(std::move(folder)), shorter_side_(shorter_side), limits_(limits) {}

  /// From the cache, or decoded, resized and kept. A damaged cache file is replaced. Throws
  /// FormatError or std::system_error.
  Picture get(const std::filesystem::path& path) const;

 private:
  std::filesystem::path file_of(const std::filesystem::path& path) const;
  Picture decode(const std::filesystem::path& path) const;

  std::filesystem::path folder_;
  int shorter_side_;
  PictureLimits limits_;
};

}  // namespace llcodes
