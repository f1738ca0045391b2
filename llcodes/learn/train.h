// The LLC method: linear reference, phase 1 (codebook learning, eq. 2), phase 2 (instance-code
// learning, eq. 3), in one loop, with whole checkpoints.
//
// A run lives in a folder:
//   args.toml  data.toml  env.json  metrics.csv  metrics.jsonl  events.out.tfevents.*  curves.svg
//   last.ckpt  (everything needed to go on, bit for bit)   linear.llc  model.llc  result.json
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "llcodes/core/progress.h"
#include "llcodes/data/source.h"
#include "llcodes/learn/train_options.h"

namespace llcodes {

/// What the caller may want to watch or stop.
struct TrainHooks {
  Progress progress;                             ///< many times a second at most
  std::function<void(const std::string&)> note;  ///< one line: epoch results, warnings
  const std::atomic<bool>* stop = nullptr;       ///< set by a signal: checkpoint and return
};

struct TrainResult {
  bool finished = false;         ///< false: stopped; resume to go on
  std::filesystem::path model;   ///< model.llc, once finished
  std::filesystem::path linear;  ///< linear.llc, if a linear reference was trained or taken over
  /// Accuracies on validation data; none of a classifier that was taken over as it is.
  std::optional<double> linear_validation;  ///< of linear.llc
  double soft_validation = 0;  ///< last epoch; of method real: its classifier's accuracy
  double seconds = 0;          ///< of this process
};

/// Trains in `folder`, which must hold no run unless `resume` is true; with `resume` the
/// arguments and data must be those of the folder (fingerprints are compared).
/// Throws std::invalid_argument, RunError (loss not finite: step, learning rate, cure), ...
///
/// Several processes may train together (learn/ranks.h): each calls train() with the same
/// arguments; rank 0 writes the folder, which all must see.
TrainResult train(const TrainOptions& options, const DataBundle& data,
                  const std::filesystem::path& folder, bool resume, const TrainHooks& hooks);

/// The training options a run folder was started with (args.toml).
TrainOptions load_train_options(const std::filesystem::path& folder);

}  // namespace llcodes
