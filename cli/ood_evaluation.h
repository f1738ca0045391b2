// The part of `llcodes eval` that measures OOD detection.
#pragma once

#include <optional>

#include "cli/ood_report.h"
#include "cli/verb.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/linear_classifier.h"

namespace llcodes::cli {

/// All sets but the first are codes files; empty where not given.
struct OodEvaluationOptions {
  std::string ood;
  std::string calibrate;
  std::string tune;
  std::string reference;
  std::string positive = "ood";
  double ratio = 0;
  double keep = kAutomaticKeep;
  std::int64_t neighbours = kUsualNeighbours;
  std::int64_t draws = 20;
};
OptionTable options_of(OodEvaluationOptions& options);

/// The model that is evaluated, and the linear one where it is compared with it.
struct OodModel {
  std::string path;
  const Codebook& codebook;
  const std::optional<LinearClassifier>& linear;
};

/// What the options name, read: mistakes in it are told before the known instances are encoded.
struct OodMaterial {
  OodModel model;
  EncodedSet ood;
  std::optional<EncodedSet> calibration, tuning, reference;
};
OodMaterial load_ood_material(const OodEvaluationOptions& options, const OodModel& model);

/// What is evaluated: the known instances, already encoded.
struct OodSubject {
  std::string input;
  const EncodedSet& known;
  std::vector<int> radii;
};

OodReport evaluate_ood(const OodSubject& subject, const OodMaterial& material,
                       const OodEvaluationOptions& options, Context& context);

}  // namespace llcodes::cli
