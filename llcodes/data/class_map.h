// From labels as users give them (numbers or names) to classes 0 ... num_classes - 1.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "llcodes/data/labels.h"

namespace llcodes {

/// The classes of a training run.
class ClassMap {
 public:
  /// With `names` (may be empty) the classes are those, in that order; numbers then count from 0,
  /// or from 1 if no 0 and as many as names occur. Without, names are sorted, and numbers run from
  /// the lowest to the highest found. Throws std::invalid_argument for a negative number, a number
  /// or name out of range, and a gap (a class without an instance).
  static ClassMap learn(const RawLabels& labels, const std::vector<std::string>& names);

  /// For labels without training data at hand: like learn(), but numbers always count from 0 and
  /// gaps are allowed.
  static ClassMap of_any(const RawLabels& labels, const std::vector<std::string>& names);

  const std::vector<std::string>& names() const { return names_; }

  /// The class of each label. Throws std::invalid_argument that names the row of an unknown label.
  std::vector<std::int32_t> apply(const RawLabels& labels) const;

 private:
  void set_names(std::vector<std::string> names);
  std::int32_t class_of_number(const RawLabels& labels, std::size_t row) const;
  std::int32_t class_of_name(const RawLabels& labels, std::size_t row) const;

  std::vector<std::string> names_;
  std::map<std::string, std::int32_t> index_;  // of names_
  std::int64_t first_number_ = 0;
};

}  // namespace llcodes
