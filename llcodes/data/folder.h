// A folder of class folders with pictures: photos/cat/1.jpg, photos/dog/2.png, ...
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/progress.h"
#include "llcodes/data/picture_view.h"
#include "llcodes/data/source.h"
#include "llcodes/data/split_file.h"

namespace llcodes {

struct FolderEntry {
  std::string path;
  std::string class_name;  ///< empty for pictures that stand in the folder itself
};

/// The pictures of one part of a split file, in its order. Throws std::invalid_argument if one is
/// not there.
std::vector<FolderEntry> list_part(const std::filesystem::path& folder, const SplitFile& split,
                                   const std::string& part);

/// The picture files, by class name and then by path. A file counts if its extension or its first
/// bytes are those of a picture; hidden files do not. Throws std::invalid_argument if there is no
/// picture at all or a class folder holds none.
std::vector<FolderEntry> list_folder(const std::filesystem::path& folder);

/// True if the file exists and list_folder would take it for a picture.
bool is_listed_picture(const std::filesystem::path& path);

/// Decoded pictures of one size, and those that could not be decoded.
struct FolderPictures {
  std::vector<FolderEntry> entries;  ///< of the pictures that are there
  std::vector<std::uint8_t> pixels;  ///< [entries, 3, side, side]
  std::vector<SkippedFile> skipped;
};

/// What to do with a folder's pictures.
struct FolderOptions {
  ViewOptions view;
  double max_bad_share = 0.01;
};

/// Decodes all on all cores. Throws std::invalid_argument if more than `max_bad_share` of them are
/// damaged or the result would not fit into half of the memory.
FolderPictures read_folder(const std::vector<FolderEntry>& entries, const FolderOptions& options,
                           const Progress& progress);

/// Bytes that read_folder() would need.
std::size_t decoded_bytes(std::size_t pictures, int side);
/// True if that is at most half of this machine's memory.
bool fits_in_memory(std::size_t bytes);

/// Pictures that stay on disk: those that can be decoded, and a fingerprint of their bytes.
struct CheckedFolder {
  std::vector<FolderEntry> entries;
  std::vector<SkippedFile> skipped;
  std::uint64_t fingerprint = 0;
};

/// Decodes each picture once, JPEGs at an eighth of their size, which finds damage at a small part
/// of the cost; with a cache folder it fills the cache instead. Throws as read_folder() does.
CheckedFolder check_folder(const std::vector<FolderEntry>& entries, const FolderOptions& options,
                           const Progress& progress);

}  // namespace llcodes
