// Which instances belong to no class: the options that `detect` and `extend` share.
#pragma once

#include <string>

#include "cli/inputs.h"
#include "llcodes/core/options.h"
#include "llcodes/eval/detector.h"

namespace llcodes::cli {

struct DetectOptions {
  std::string rule = "mass";
  double mass = kDefaultMass;
  std::int64_t radius = 1;
  std::string calibrate;
  double keep = 0.9;
};
OptionTable options_of(DetectOptions& options);

/// The rule with its threshold; reads the calibration codes where they are given.
DetectorOptions detector_options(const DetectOptions& options, const Codebook& codebook);

}  // namespace llcodes::cli
