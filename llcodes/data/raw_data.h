// One path, read: pictures or features with the labels as the user gave them. source.h turns this
// into data sets with classes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "llcodes/data/labels.h"
#include "llcodes/data/picture_view.h"
#include "llcodes/data/source.h"

namespace llcodes {

struct RawData {
  std::string name;  ///< "cifar100", or the path
  InputShape shape;
  std::vector<std::uint8_t> pixels;         ///< [n] + shape, if it is a picture
  std::vector<std::string> files;           ///< n, if the pictures stay on disk
  std::uint64_t files_fingerprint = 0;      ///< of their content
  std::vector<float> features;              ///< [n] + shape otherwise
  RawLabels labels;                         ///< n, or empty
  std::vector<std::string> class_names;     ///< if the data brings them along
  std::vector<std::string> instance_names;  ///< n, or empty
  std::vector<SkippedFile> skipped;
  AugmentOptions augment;  ///< what suits this kind of data

  std::size_t size() const {
    return files.empty() ? (pixels.size() + features.size()) / shape.size() : files.size();
  }
};

/// What to read and how.
struct RawDataRequest {
  std::string data;
  std::string labels;  ///< empty: those that come with the data, if any
  ViewOptions view;    ///< of picture files
  double max_bad_share = 0.01;
  std::string pictures = "auto";  ///< as DataOptions::pictures
  std::string split;              ///< split file of a folder; empty: all pictures
  std::string part;               ///< of the split file
};

/// Finds out what `data` is and reads it whole. Throws std::invalid_argument (no such kind, labels
/// that do not belong, a number of labels that differs), FormatError, std::system_error.
RawData read_raw_data(const RawDataRequest& request, const Progress& progress);

}  // namespace llcodes
