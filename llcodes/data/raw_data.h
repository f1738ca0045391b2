// One path, read: pictures or features with the labels as the user gave them. source.h turns this
// into data sets with classes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/data/labels.h"
#include "llcodes/data/source.h"

namespace llcodes {

struct RawData {
  std::string name;  ///< "cifar100", or the path
  InputShape shape;
  std::vector<std::uint8_t> pixels;         ///< [n] + shape, if it is a picture
  std::vector<float> features;              ///< [n] + shape otherwise
  RawLabels labels;                         ///< n, or empty
  std::vector<std::string> class_names;     ///< if the data brings them along
  std::vector<std::string> instance_names;  ///< n, or empty
  std::vector<SkippedFile> skipped;
  AugmentOptions augment;  ///< what suits this kind of data

  std::size_t size() const { return (pixels.size() + features.size()) / shape.size(); }
};

/// What to read and how.
struct RawDataRequest {
  std::string data;
  std::string labels;  ///< empty: those that come with the data, if any
  int picture_size = 32;
  double max_bad_share = 0.01;
};

/// Finds out what `data` is and reads it whole. Throws std::invalid_argument (no such kind, labels
/// that do not belong, a number of labels that differs), FormatError, std::system_error.
RawData read_raw_data(const RawDataRequest& request, const Progress& progress);

}  // namespace llcodes
