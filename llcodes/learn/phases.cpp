#include "llcodes/learn/phases.h"

namespace llcodes {

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::kLinear:
      return "linear";
    case Phase::kCodebook:
      return "phase1";
    case Phase::kInstance:
      return "phase2";
    case Phase::kRival:
      return "rival";
  }
  return "";
}

bool has_fixed_codebook(const TrainOptions& o) { return o.codebooks.codebook != "learnt"; }

std::vector<Phase> planned_phases(const TrainOptions& o) {
  const bool linear = o.method == "linear", rival = is_rival(o.method), codes = !linear && !rival;
  const bool learns_codebook = codes && !has_fixed_codebook(o) && o.phase1.epochs > 0;
  const bool warm = o.warm_start && (learns_codebook || rival || has_fixed_codebook(o));
  const std::string& source = learns_codebook ? o.codebook_start : o.codebooks.codebook;
  const bool needed = needs_classifier(source, o.codebooks.assignment) &&
                      !(learns_codebook && is_optional_start(source));
  const bool given = !o.transfer.start_from.empty();
  std::vector<Phase> phases;
  if (o.linear.epochs > 0 && (linear || (!given && (warm || needed || o.reference)))) {
    phases.push_back(Phase::kLinear);
  }
  if (learns_codebook) phases.push_back(Phase::kCodebook);
  if (codes && o.phase2.epochs > 0) phases.push_back(Phase::kInstance);
  if (rival) phases.push_back(Phase::kRival);
  return phases;
}

double backbone_rate(Phase phase, const TrainOptions& o) {
  constexpr double kSlow = 0.1;  // by validation: docs/learning.md
  const Phase first = planned_phases(o).front();
  const bool taken_over = starts_from_learnt(o.transfer);
  if (!taken_over && phase == first) return 1;
  if (o.transfer.backbone_rate != kAutomaticRate) return o.transfer.backbone_rate;
  const bool of_codes = phase == Phase::kCodebook || phase == Phase::kInstance;
  const bool has_learnt = taken_over || (first == Phase::kLinear && o.warm_start);
  return of_codes && has_learnt ? kSlow : 1;
}

const PhaseOptions& options_of(Phase phase, const TrainOptions& options) {
  switch (phase) {
    case Phase::kLinear:
      return options.linear;
    case Phase::kCodebook:
      return options.phase1;
    case Phase::kInstance:
      return options.phase2;
    case Phase::kRival:
      break;
  }
  return options.rival;
}

}  // namespace llcodes
