// Which instances belong to no class: the options that `detect` and `extend` share.
#pragma once

#include <filesystem>
#include <string>

#include "cli/inputs.h"
#include "llcodes/core/options.h"
#include "llcodes/eval/detector.h"

namespace llcodes::cli {

struct DetectOptions {
  std::string rule = "probability";
  double probability = 0;
  std::int64_t radius = 1;
  std::string calibrate;
  double keep = kAutomaticKeep;
};
OptionTable options_of(DetectOptions& options);

/// The threshold on the code probability that a model file keeps, or the one for files without.
double threshold_of(const std::filesystem::path& model);
bool has_own_threshold(const std::filesystem::path& model);

/// The rule with its threshold: given, set on calibration codes, or the model's own.
DetectorOptions detector_options(const DetectOptions& options, const std::filesystem::path& model,
                                 const Codebook& codebook);

}  // namespace llcodes::cli
