// The trainings that the tables are made of. Cells of a seed that are compared start from one
// linear classifier, or go on from one linear phase, so that they differ in nothing but what they
// are to compare.
#pragma once

#include "cli/reproduce_tables.h"

namespace llcodes::cli {

class Cells {
 public:
  Cells(Experiments& experiments, const TableOptions& options)
      : experiments_(experiments), options_(options) {}

  /// A linear classifier whose schedule ends with its epochs: a row of its own, and the start of
  /// codes that learn by schedules of their own.
  Cell linear(std::int64_t seed) const;
  /// A linear classifier with all the epochs that a row of codes has: where these go on from a
  /// linear phase, it does too, by the same schedule.
  Cell longer_linear(std::int64_t seed) const;
  /// Both phases of the chosen recipe.
  Cell llc(std::int64_t bits, std::int64_t seed) const;
  /// The same with codes that read the features alone, as recipe `features` learns them.
  Cell llc_of_features(std::int64_t seed) const;
  /// A ready-made codebook, likewise; phase 2 also gets the epochs of phase 1.
  Cell fixed(const std::string& codebook, const std::string& assignment, std::int64_t seed) const;
  /// The same, but classes of one code keep it, as in the paper.
  Cell clashing(const std::string& codebook, std::int64_t seed) const;
  /// Both phases with a schedule of their own each, after the linear classifier's.
  Cell own_schedules(std::int64_t seed) const;
  /// LLC with these options as recipe `paper` has them.
  Cell as_paper(const std::vector<std::string>& options, std::int64_t seed) const;
  /// LLC without a linear classifier to start from; phase 1 gets its epochs.
  Cell from_nothing(std::int64_t seed) const;
  /// Recipe `paper` in as many epochs as all phases of the chosen recipe together. It has no
  /// warm-up; `warmup` is the share of each phase that gets one all the same.
  Cell paper(double warmup, std::int64_t seed) const;
  /// A small network on a quarter of the data learns the codebook, nothing else.
  Cell cheap_codebook(std::int64_t seed) const;
  /// LLC with a quarter of phase 1, from the codebook of that name.
  Cell short_phase1(const std::string& start, std::int64_t seed) const;
  /// Phase 2 alone with the codebook that a small network learnt.
  Cell with_cheap_codebook(std::int64_t seed) const;
  /// One training of the longest length in which all others are prefixes; measured at `length`.
  Cell nested(std::int64_t length, const std::vector<std::int64_t>& lengths,
              std::int64_t seed) const;
  /// A linear classifier on the frozen backbone of LLC.
  Cell probe(std::int64_t seed) const;
  /// LLC's codebook on the frozen backbone of the linear classifier, but for its last layers.
  Cell projection(std::int64_t unfrozen_layers, std::int64_t seed) const;
  /// The linear classifier of a network with a fraction of the width.
  Cell narrow_linear(std::int64_t divisor, std::int64_t seed) const;
  /// The codebook of llc_of_features() on that network, by codes that read the features alone.
  Cell narrow(std::int64_t divisor, std::int64_t seed) const;
  /// Fine-tuned on few instances a class, measured by retrieval. LLC's codes read the features
  /// alone, as those of its rivals do.
  Cell retrieval(const std::string& method, std::int64_t bits, std::int64_t seed) const;
  /// The same with LLC's codes as the chosen recipe learns them.
  Cell retrieval_by_recipe(std::int64_t bits, std::int64_t seed) const;

  /// The classifier that learnt beside the codes of llc(), where it does so to the end; else the
  /// one that they started from. Trained now unless it is there.
  std::filesystem::path classifier_of_llc(std::int64_t seed) const;

  std::int64_t bits() const { return options_.base.bits; }
  const std::string& recipe() const { return options_.base.recipe; }
  /// The recipe is neither `features` nor `paper`, which tables compare with anyway.
  bool recipe_has_own_rows() const { return recipe() != "features" && recipe() != "paper"; }
  /// All phases of the chosen recipe follow one schedule.
  bool shares_schedule() const { return epochs_throughout() > 0; }
  /// The classifier learns to its end.
  bool keeps_classifier() const {
    return shares_schedule() && options_.base.objective.class_loss > 0;
  }
  /// The network is one of ours, whose width is an option.
  bool has_width() const;
  /// No layer is so narrow that the fraction would be cut off.
  bool can_divide_width(std::int64_t divisor) const;
  std::int64_t num_classes() const;
  bool suffices(std::int64_t bits) const;
  std::int64_t per_class_for_retrieval() const;

 private:
  std::int64_t instances_per_class(double share) const;
  /// The epochs of the one schedule that all phases of the chosen recipe share, or 0.
  std::int64_t epochs_throughout() const;
  /// The linear phase of the chosen recipe; where it is a part of one schedule, that is not over.
  Cell linear_phase(std::int64_t seed) const;
  /// The options of a cell that goes on from there, which is trained now unless it is there.
  TrainOptions started(std::int64_t seed) const;
  /// The options of one that starts from linear(), with a schedule of its own for each phase.
  TrainOptions started_anew(std::int64_t seed) const;
  Cell fine_tuned(const std::string& method, std::int64_t bits, std::int64_t seed) const;

  Experiments& experiments_;
  TableOptions options_;
};

}  // namespace llcodes::cli
