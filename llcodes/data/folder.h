// A folder of class folders with pictures: photos/cat/1.jpg, photos/dog/2.png, ...
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/progress.h"
#include "llcodes/data/source.h"

namespace llcodes {

struct FolderEntry {
  std::string path;
  std::string class_name;  ///< empty for pictures that stand in the folder itself
};

/// The picture files, by class name and then by path. A file counts if its extension or its first
/// bytes are those of a picture; hidden files do not. Throws std::invalid_argument if there is no
/// picture at all or a class folder holds none.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder);

/// Decoded pictures of one size, and those that could not be decoded.
struct FolderPictures {
  std::vector<FolderEntry> entries;  ///< of the pictures that are there
  std::vector<std::uint8_t> pixels;  ///< [entries, 3, side, side]
  std::vector<SkippedFile> skipped;
};

/// Decodes all on all cores. Throws std::invalid_argument if more than `max_bad_share` of them are
/// damaged or the result would not fit into half of the memory.
FolderPictures read_folder(const std::vector<FolderEntry>& entries, int side, double max_bad_share,
                           const Progress& progress);

}  // namespace llcodes
