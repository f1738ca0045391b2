// The pictures of one part of the data, found by the names that the codes files keep.
//
// A name is mostly a path as it was typed. Codes may have been encoded by another spelling of it
// than the run opened its data by, and from another working folder.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>

#include "llcodes/data/dataset.h"

namespace llcodes::report {

class PictureSource {
 public:
  /// Null or features instead of pictures: finds nothing. Relative names are meant from `folder`.
  explicit PictureSource(std::shared_ptr<const Dataset> dataset,
                         const std::filesystem::path& folder = std::filesystem::current_path());

  const Dataset* dataset() const { return dataset_.get(); }

  /// The picture of that very name; else that of the same path from the folder; else the one
  /// picture whose path ends with the name, a relative path of a folder and a file at least, or
  /// whose relative path the name ends with. nullptr if there is none, or several are as good.
  const std::size_t* find(const std::string& name) const;

 private:
  /// The only picture of this file name that `fits`, or nullptr.
  template <class Fits>
  const std::size_t* only(const std::string& file_name, const Fits& fits) const;

  std::shared_ptr<const Dataset> dataset_;
  std::filesystem::path folder_;
  std::unordered_map<std::string, std::size_t> indices_;
  std::unordered_multimap<std::string, std::size_t> by_file_name_;
};

}  // namespace llcodes::report
