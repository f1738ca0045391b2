#include "cli/detect_options.h"

#include <stdexcept>

namespace llcodes::cli {
namespace {

std::optional<double> stored_threshold(const std::filesystem::path& model) {
  return own_threshold(Container::open(model, "llcodes.model", Verify::kStructure));
}

/// Options that would do nothing are refused, so that nobody takes an answer for what it is not.
void check(const DetectOptions& options) {
  const bool calibrated = !options.calibrate.empty(), given = options.probability > 0;
  if (options.rule != "probability" && (calibrated || given)) {
    throw std::invalid_argument(std::string(calibrated ? "--calibrate" : "--probability") +
                                " sets the threshold of --rule probability; rule " + options.rule +
                                " has none to set");
  }
  if (options.rule != "ball" && options.radius != DetectOptions{}.radius) {
    throw std::invalid_argument("--radius is the largest distance of --rule ball; rule " +
                                options.rule + " has none to set");
  }
  if (calibrated && given) {
    throw std::invalid_argument(
        "--calibrate and --probability both set the threshold: leave one of them out");
  }
  if (options.keep != kAutomaticKeep && !calibrated) {
    throw std::invalid_argument(
        "--keep is a share of the instances of --calibrate: add --calibrate CODES, or leave it "
        "out");
  }
}

}  // namespace

OptionTable options_of(DetectOptions& options) {
  OptionTable table;
  table.group("Detection")
      .text("rule", options.rule,
            "what a known instance must show: a likely class code, a class's exact code, or a "
            "class code within the radius",
            {"probability", "exact", "ball"})
      .number("probability", options.probability,
              "probability: smallest of the likeliest class code; 0: the model's own, which "
              "rejects as many of its validation instances as it expects to decode wrongly, at "
              "least 5 %",
              0, 1)
      .number("radius", options.radius, "ball: largest Hamming distance", 0, kMaxBits)
      .text("calibrate", options.calibrate,
            "probability: codes of known instances to set the threshold on; no OOD sample is "
            "needed")
      .number("keep", options.keep,
              "probability: share of --calibrate to accept; 0: reject as many as the model expects "
              "to decode wrongly, at least 5 %",
              0, 1);
  return table;
}

double threshold_of(const std::filesystem::path& model) {
  return stored_threshold(model).value_or(kFallbackProbability);
}

bool has_own_threshold(const std::filesystem::path& model) {
  return stored_threshold(model).has_value();
}

DetectorOptions detector_options(const DetectOptions& options, const std::filesystem::path& model,
                                 const Codebook& codebook) {
  DetectorOptions detector{.rule = ood_rule_from_name(options.rule),
                           .min_probability = options.probability,
                           .radius = static_cast<int>(options.radius)};
  check(options);
  if (!options.calibrate.empty()) {
    const EncodedSet known = load_codes_of(options.calibrate, model, codebook);
    detector.min_probability = calibrated_probability(codebook, known.instances(), options.keep);
  } else if (options.probability == 0) {
    detector.min_probability = threshold_of(model);
  }
  return detector;
}

}  // namespace llcodes::cli
