// The parts of a report, a function each: what was measured, as JSON that the page draws.
//
// A section is null where the run lacks what it needs. The pictures it wants go onto the one sheet;
// in the JSON a picture is its place there, -1 for none.
#pragma once

#include <nlohmann/json.hpp>

#include "llcodes/eval/ood_scores.h"
#include "llcodes/report/picture_sheet.h"
#include "llcodes/report/run_record.h"
#include "llcodes/taxonomy/taxonomy.h"

namespace llcodes::report {

/// A run, and where its pictures are.
struct Material {
  const RunRecord& run;
  const PictureSource& test;
  const PictureSource& train;
  const PictureSource& ood;
  PictureSheet& sheet;
  /// What the linear classifier says of the test instances; empty where it or the features it reads
  /// were not kept. Computed once: it takes longer than all else.
  std::vector<LogitScore> test_logits;
};

/// Losses and validation accuracies of every epoch.
nlohmann::json training_section(const RunRecord& run);
/// Every decoder on the test codes, the paper's figures beside it.
nlohmann::json accuracy_section(const Material& material);
/// Some test instances on their way from projection to bits to class.
nlohmann::json reading_section(const Material& material);
/// Class names and codes, their statistics, distances and bits.
nlohmann::json code_section(const RunRecord& run);
/// Which classes are taken for each other, and how far apart their codes are.
nlohmann::json confusion_section(const Material& material);
/// The tree of class codes.
nlohmann::json taxonomy_section(const Taxonomy& taxonomy);
/// Inner products of codes and of real-valued class representations, in the order of the tree.
nlohmann::json heat_map_section(const RunRecord& run, const Taxonomy& taxonomy);
/// Some test instances and what is nearest to them by code; MAP of all.
nlohmann::json retrieval_section(const Material& material);
/// Each bit: the classes and pictures on either side of it, and how the real values lie.
nlohmann::json bit_section(const Material& material);
/// Instances of no class: rules, curves, examples.
nlohmann::json ood_section(const Material& material);
/// Time of decoders on this machine and of the training.
nlohmann::json speed_section(const RunRecord& run);

}  // namespace llcodes::report
