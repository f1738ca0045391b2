// What a run folder holds, read and checked: all that a report can tell.
//
//   model.llc        the codebook (must be there)
//   metrics.jsonl    an epoch a line
//   linear.llc       the linear reference, whose rows are real-valued class representations
//   test-codes.llc   labelled codes that training never saw; with features also what the linear
//                    reference says of them
//   train-codes.llc  labelled codes to retrieve from
//   ood-codes.llc    codes of instances of no known class
//   demo.json, env.json, args.toml
//
// A run may lack any but the first; the report then says what is missing and how to get it.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"
#include "llcodes/core/linear_classifier.h"
#include "llcodes/eval/detector.h"
#include "llcodes/learn/history.h"

namespace llcodes::report {

struct RunRecord {
  std::filesystem::path folder;
  Codebook codebook;
  double min_probability = kFallbackProbability;  ///< the model's threshold of OOD detection
  std::vector<EpochMetrics> epochs;
  std::optional<LinearClassifier> linear;
  std::optional<EncodedSet> test;
  std::optional<EncodedSet> train;
  std::optional<EncodedSet> ood;
  std::optional<double> seconds;  ///< of the whole demo
  std::string data_name;          ///< "kanji-1000, unseen typefaces"; empty if unknown
  nlohmann::json environment;     ///< env.json, or null
};

/// Throws std::invalid_argument if the folder is none, holds no finished run, or its parts do not
/// belong together (widths, classes, labels); FormatError for bad bytes; std::system_error.
RunRecord read_run(const std::filesystem::path& folder);

}  // namespace llcodes::report
