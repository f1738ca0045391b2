// A training run as `train` and `demo` start, stop and continue it.
//
// Beside what the library keeps in a run folder (args.toml, checkpoints, ...), data.toml says which
// data the run reads, so that `llcodes train --resume FOLDER` needs nothing else.
#pragma once

#include <filesystem>

#include "cli/verb.h"
#include "llcodes/data/source.h"

namespace llcodes::cli {

/// Trains with progress on the console; SIGINT and SIGTERM save the state and return with
/// `finished` false. `data_options` go to data.toml.
TrainResult train_interruptibly(const TrainRequest& request, const DataOptions& data_options,
                                Context& context);

/// True if the folder holds a run that can be continued.
bool is_run_folder(const std::filesystem::path& folder);

/// Reads back the options of a run folder. Throws std::invalid_argument if it is none.
void read_run_options(const std::filesystem::path& folder, TrainOptions& train, DataOptions& data,
                      AugmentOptions& augment);

}  // namespace llcodes::cli
