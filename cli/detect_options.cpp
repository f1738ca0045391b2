#include "cli/detect_options.h"

#include <stdexcept>

namespace llcodes::cli {

OptionTable options_of(DetectOptions& options) {
  OptionTable table;
  table.group("Detection")
      .text("rule", options.rule,
            "what a known instance must show: enough code mass, a class's "
            "exact code, or a class code within the radius",
            {"mass", "exact", "ball"})
      .number("mass", options.mass, "mass: smallest probability that any class code is meant", 0, 1)
      .number("radius", options.radius, "ball: largest Hamming distance", 0, kMaxBits)
      .text("calibrate", options.calibrate,
            "mass: codes of known instances to set the threshold on; no OOD sample is needed")
      .number("keep", options.keep, "mass: share of --calibrate to accept", 0.01, 1);
  return table;
}

DetectorOptions detector_options(const DetectOptions& options, const Codebook& codebook) {
  DetectorOptions detector{.rule = ood_rule_from_name(options.rule),
                           .min_mass = options.mass,
                           .radius = static_cast<int>(options.radius)};
  if (options.calibrate.empty()) return detector;
  if (detector.rule != OodRule::kMass) {
    throw std::invalid_argument("--calibrate sets the threshold of --rule mass; rule " +
                                options.rule + " has none to set");
  }
  const EncodedSet known = EncodedSet::load(options.calibrate);
  detector.min_mass = calibrated_mass(codebook, known.instances(), options.keep);
  return detector;
}

}  // namespace llcodes::cli
