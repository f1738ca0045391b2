// What a run has measured so far, and the files people read it from.
//
// The history travels inside the checkpoint; the files are rewritten whole from it, so that a
// resumed run never shows an epoch twice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace llcodes {

/// One epoch of one phase; accuracies in [0, 1] on validation data.
struct EpochMetrics {
  std::string phase;                  ///< "linear", "phase1", "phase2"
  std::int64_t epoch = 0;             ///< from 1, within its phase
  std::int64_t step = 0;              ///< optimiser steps of the whole run
  double learning_rate = 0;
  double loss = 0;                    ///< mean training loss
  double seconds = 0;                 ///< of training, without validation
  double instances_per_second = 0;
  std::optional<double> linear;       ///< accuracy of the linear classifier
  std::optional<double> exact;        ///< ED
  std::optional<double> hamming;      ///< MHD
  std::optional<double> soft;
  std::optional<double> bits_right;   ///< mean bits equal to the true class code's
  std::optional<std::int64_t> unique_codes;
};

/// The loss of one step, kept now and then.
struct StepLoss {
  std::int64_t step = 0;
  double loss = 0;
};

struct History {
  std::vector<EpochMetrics> epochs;
  std::vector<StepLoss> losses;

  /// Writes metrics.csv, metrics.jsonl, curves.svg and the TensorBoard events into `folder`.
  void write(const std::filesystem::path& folder) const;
};

nlohmann::json to_json(const History& history);
History history_from_json(const nlohmann::json& json);

}  // namespace llcodes
