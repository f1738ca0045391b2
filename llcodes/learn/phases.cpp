#include "llcodes/learn/phases.h"

#include <stdexcept>

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

namespace {

std::int64_t epochs_from(Phase first, const TrainOptions& o) {
  std::int64_t epochs = 0;
  for (const Phase phase : planned_phases(o)) {
    if (phase >= first) epochs += options_of(phase, o).epochs;
  }
  return epochs;
}

}  // namespace

std::int64_t epochs_throughout(const TrainOptions& o) {
  if (o.schedule_epochs != kWholeRun) return o.schedule_epochs;
  const std::vector<Phase> phases = planned_phases(o);
  const bool goes_on = phases.size() > 1 && phases.front() == Phase::kLinear && o.warm_start &&
                       o.objective.class_loss > 0;
  return o.method == "llc" && goes_on ? epochs_from(Phase::kLinear, o) : 0;
}

bool classifier_learns_throughout(const TrainOptions& o) {
  return o.method == "llc" && o.objective.class_loss > 0 && epochs_throughout(o) > 0;
}

std::int64_t epochs_before(Phase phase, const TrainOptions& o) {
  const std::int64_t throughout = epochs_throughout(o);
  const bool begins = phase == Phase::kLinear && !starts_from_learnt(o.transfer);
  return throughout == 0 || begins ? 0 : throughout - epochs_from(phase, o);
}

void check_schedule(const TrainOptions& o) {
  if (o.schedule_epochs <= 0) return;
  if (is_rival(o.method) || !(o.warm_start || starts_from_learnt(o.transfer))) {
    throw std::invalid_argument(
        "--schedule-epochs is for codes that go on from a linear classifier (--method llc or "
        "linear, --warm-start); leave it out");
  }
  const std::int64_t epochs = epochs_from(Phase::kLinear, o);
  if (o.schedule_epochs >= epochs) return;
  throw std::invalid_argument("--schedule-epochs " + std::to_string(o.schedule_epochs) +
                              " is less than the " + std::to_string(epochs) +
                              " epochs of this run; give as many or more");
}

double backbone_rate(Phase phase, const TrainOptions& o) {
  constexpr double kSlow = 0.1;  // by validation: docs/learning.md
  const Phase first = planned_phases(o).front();
  const bool taken_over = starts_from_learnt(o.transfer);
  if (!taken_over && phase == first) return 1;
  if (o.transfer.backbone_rate != kAutomaticRate) return o.transfer.backbone_rate;
  if (epochs_throughout(o) > 0) return 1;
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
