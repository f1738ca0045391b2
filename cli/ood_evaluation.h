// The part of `llcodes eval` that measures OOD detection.
#pragma once

#include "cli/ood_report.h"
#include "cli/verb.h"
#include "llcodes/core/encoded_set.h"

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
  std::int64_t neighbours = 50;
  std::int64_t draws = 20;
};
OptionTable options_of(OodEvaluationOptions& options);

/// What is evaluated: the known instances, already encoded, and the linear model, or "".
struct OodSubject {
  std::string input;
  std::string model;
  const Codebook& codebook;
  const EncodedSet& known;
  std::string linear;
  std::vector<int> radii;
};

OodReport evaluate_ood(const OodSubject& subject, const OodEvaluationOptions& options,
                       Context& context);

}  // namespace llcodes::cli
