// What `encode` writes and `classify`, `eval`, `index` read: the codes of a data set.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/code.h"
#include "llcodes/core/decoder.h"

namespace llcodes {

struct EncodedSet {
  Codes codes;
  std::vector<float> projections;    ///< [n, num_bits], or empty if not kept
  std::vector<std::int32_t> labels;  ///< [n], kNoClass if outside; or empty
  std::vector<std::string> names;    ///< [n], where each instance came from; or empty
  std::string codebook;              ///< fingerprint of the codebook of the model; or empty
  std::vector<float> features;       ///< [n, num_features()] of a linear model; or empty
  std::string classifier;            ///< fingerprint of the classifier that reads them; or empty

  Instances instances() const { return {codes, projections}; }
  std::size_t num_features() const { return codes.empty() ? 0 : features.size() / codes.size(); }

  /// A container of format "llcodes.codes". Throws std::system_error.
  void save(const std::filesystem::path& path) const;
  /// Throws FormatError or std::system_error.
  static EncodedSet load(const std::filesystem::path& path);
  /// The same without codes and projections, for those who read these from the file piece by piece.
  static EncodedSet load_details(const std::filesystem::path& path);
};

}  // namespace llcodes
