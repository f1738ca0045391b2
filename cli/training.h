// A training run as `train` and `demo` start, stop and continue it.
//
// The run folder's data.toml says which data the run reads, so that `llcodes train --resume FOLDER` needs nothing else.
#pragma once

#include <filesystem>
#include <string>

#include "cli/verb.h"
#include "llcodes/data/source.h"

namespace llcodes::cli {

/// TOML with absolute paths that opens the same data again, from wherever (DataBundle::opened_with).
std::string reopening_options(DataOptions data, AugmentOptions augment);

/// Options of augmentation as the help shows them: what suits the data is known only when it is open.
OptionTable augment_table(AugmentOptions& options);

/// Trains with progress on the console; SIGINT and SIGTERM save the state and return with
/// `finished` false.
TrainResult train_interruptibly(const TrainRequest& request, Context& context);

/// True if the folder holds a run that can be continued.
bool is_run_folder(const std::filesystem::path& folder);

/// Reads back the options of a run folder. Throws std::invalid_argument if it is none.
void read_run_options(const std::filesystem::path& folder, TrainOptions& train, DataOptions& data,
                      AugmentOptions& augment);

}  // namespace llcodes::cli
