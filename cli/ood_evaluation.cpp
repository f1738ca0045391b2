#include "cli/ood_evaluation.h"

#include <optional>
#include <stdexcept>

#include "cli/detect_options.h"
#include "cli/inputs.h"

namespace llcodes::cli {
namespace {

std::optional<EncodedSet> load_if_given(const std::string& path, const OodSubject& subject) {
  if (path.empty()) return {};
  return load_codes_of(path, subject.model, subject.codebook);
}

const EncodedSet* pointer_to(const std::optional<EncodedSet>& set) { return set ? &*set : nullptr; }

/// Options that would do nothing are refused, so that nobody takes a table for what it is not.
void check_linear_is_given(const OodSubject& subject, const OodEvaluationOptions& options) {
  if (!subject.linear.empty()) return;
  if (options.tune.empty() && options.reference.empty()) return;
  throw std::invalid_argument(
      "--tune-ood and --reference are for the baselines of a linear model: add --linear LINEAR");
}

}  // namespace

OptionTable options_of(OodEvaluationOptions& options) {
  OptionTable table;
  table.group("OOD detection (codes files of `llcodes encode`, with --linear for the baselines)")
      .text("ood", options.ood, "instances of no class: measure every OOD rule instead of accuracy")
      .text("calibrate", options.calibrate, "known validation instances to set thresholds on")
      .text("tune-ood", options.tune, "OOD instances, other than --ood, to tune MSP on")
      .text("reference", options.reference, "training instances, for kNN")
      .text("positive", options.positive, "class that F1, AUPR and FPR95 count", {"ood", "known"})
      .number("ratio", options.ratio, "known instances for each OOD one in F1; 0: as in the data",
              0, 1e6)
      .number(
          "keep", options.keep,
          "share of --calibrate that thresholds keep; 0: reject as many as the model doubts, at "
          "least 5 %",
          0, 1)
      .number("neighbours", options.neighbours, "of kNN", 1, 100000)
      .number("draws", options.draws, "random choices of OOD samples to tune on", 1, 10000);
  return table;
}

OodReport evaluate_ood(const OodSubject& subject, const OodEvaluationOptions& options,
                       Context& context) {
  check_linear_is_given(subject, options);
  const EncodedSet ood = load_codes_of(options.ood, subject.model, subject.codebook);
  const auto calibration = load_if_given(options.calibrate, subject);
  const auto tuning = load_if_given(options.tune, subject);
  const auto reference = load_if_given(options.reference, subject);
  std::optional<LinearClassifier> linear;
  if (!subject.linear.empty()) linear = LinearClassifier::load(subject.linear);
  const OodData data{.codebook = subject.codebook,
                     .known = subject.known,
                     .ood = ood,
                     .calibration = pointer_to(calibration),
                     .tuning = pointer_to(tuning),
                     .linear = linear ? &*linear : nullptr,
                     .reference = pointer_to(reference),
                     .min_probability = threshold_of(subject.model)};
  const OodOptions settings{.positive = positive_from_name(options.positive),
                            .ratio = options.ratio,
                            .radii = subject.radii,
                            .keep = options.keep,
                            .neighbours = static_cast<std::size_t>(options.neighbours),
                            .draws = static_cast<std::size_t>(options.draws)};
  OodReport report{subject.input, options.ood,
                   measure_ood(data, settings, context.console.progress())};
  context.console.finish_progress();
  return report;
}

}  // namespace llcodes::cli
