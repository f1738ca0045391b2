// Which pictures of a folder are for what: a text file with a line a picture.
//
//   # ImageNet-100 as HashNet draws it: 130 training pictures a class, all of them in the database
//   train      n01440764/n01440764_10026.JPEG
//   database   n01440764/n01440764_10026.JPEG
//   query      n01440764/ILSVRC2012_val_00000293.JPEG
//
// Parts: train, validation, test, database, query. Paths are relative to the folder; their first
// folder is the class. A picture may stand in several parts, once in each.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace llcodes {

struct SplitFile {
  std::string path;
  std::map<std::string, std::vector<std::string>> parts;  ///< paths of each part, in file order

  /// Throws std::invalid_argument with file and line, or std::system_error.
  static SplitFile read(const std::filesystem::path& path);

  bool has(const std::string& part) const { return parts.contains(part); }
  /// Throws std::invalid_argument that lists the parts if there is no such one.
  const std::vector<std::string>& at(const std::string& part) const;
};

}  // namespace llcodes
