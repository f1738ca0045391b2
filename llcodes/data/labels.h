// Labels and class names as users give them: files of numbers or names.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace llcodes {

/// One label an instance: either all numbers or all names; both empty if unlabelled.
struct RawLabels {
  std::vector<std::int64_t> numbers;
  std::vector<std::string> names;
  std::string path;  ///< for messages

  bool empty() const { return numbers.empty() && names.empty(); }
  std::size_t size() const { return numbers.size() + names.size(); }
};

/// Reads a .npy file of integers, an IDX file, or UTF-8 text with one label a line. Text of whole
/// numbers only is taken as numbers. Throws FormatError or std::system_error.
RawLabels read_labels(const std::string& path);

/// The same for ids or names of instances, which may be files of any bytes: text need not be UTF-8.
RawLabels read_ids(const std::string& path);

/// Class names, a line each, in label order; lines may also be "0 apple", "1 pear", ...
/// Throws std::invalid_argument for an empty line or a repeated name, FormatError unless they are
/// UTF-8.
std::vector<std::string> read_class_names(const std::string& path);

}  // namespace llcodes
