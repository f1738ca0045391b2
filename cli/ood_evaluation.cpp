#include "cli/ood_evaluation.h"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "cli/detect_options.h"
#include "cli/inputs.h"

namespace llcodes::cli {
namespace {

EncodedSet load_set(const std::string& path, const OodModel& model) {
  EncodedSet set = load_codes_of(path, model.path, model.codebook);
  if (model.linear) require_features(set, *model.linear, path);
  return set;
}

std::optional<EncodedSet> load_if_given(const std::string& path, const OodModel& model) {
  if (path.empty()) return {};
  return load_set(path, model);
}

const EncodedSet* pointer_to(const std::optional<EncodedSet>& set) { return set ? &*set : nullptr; }

/// Options that would do nothing are refused, so that nobody takes a table for what it is not.
void check_linear_is_given(const OodModel& model, const OodEvaluationOptions& options) {
  if (model.linear) return;
  if (options.tune.empty() && options.reference.empty()) return;
  throw std::invalid_argument(
      "--tune-ood and --reference are for the baselines of a linear model: add --linear LINEAR");
}

/// Thresholds are tuned between known and OOD instances.
void check_tuning(const OodMaterial& material, const OodEvaluationOptions& options) {
  const std::size_t count = material.tuning->codes.size();
  if (count < 2) {
    throw std::invalid_argument("--tune-ood " + options.tune + ": found " + std::to_string(count) +
                                " instances, expected at least 2 to tune on");
  }
  if (material.calibration) return;
  throw std::invalid_argument(
      "--tune-ood has no effect without --calibrate: add known instances to tune on, or leave it "
      "out");
}

/// kNN compares an instance with its own class; beyond that it counts other classes too.
void note_neighbours(const OodMaterial& material, const OodEvaluationOptions& options,
                     Console& console) {
  if (!material.reference || material.reference->labels.empty()) return;
  std::map<std::int32_t, std::int64_t> sizes;
  for (const std::int32_t label : material.reference->labels) ++sizes[label];
  std::int64_t largest = 0;
  for (const auto& [label, size] : sizes) largest = std::max(largest, size);
  if (options.neighbours <= largest) return;
  console.warn("kNN looks at " + std::to_string(options.neighbours) +
               " neighbours, and no class of " + options.reference + " has more than " +
               std::to_string(largest) + " instances: fewer --neighbours would tell more");
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

OodMaterial load_ood_material(const OodEvaluationOptions& options, const OodModel& model) {
  check_linear_is_given(model, options);
  OodMaterial material{.model = model,
                       .ood = load_set(options.ood, model),
                       .calibration = load_if_given(options.calibrate, model),
                       .tuning = load_if_given(options.tune, model),
                       .reference = load_if_given(options.reference, model)};
  if (material.tuning) check_tuning(material, options);
  return material;
}

OodReport evaluate_ood(const OodSubject& subject, const OodMaterial& material,
                       const OodEvaluationOptions& options, Context& context) {
  const OodModel& model = material.model;
  note_neighbours(material, options, context.console);
  const OodData data{.codebook = model.codebook,
                     .known = subject.known,
                     .ood = material.ood,
                     .calibration = pointer_to(material.calibration),
                     .tuning = pointer_to(material.tuning),
                     .linear = model.linear ? &*model.linear : nullptr,
                     .reference = pointer_to(material.reference),
                     .min_probability = threshold_of(model.path)};
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
