#include "cli/training.h"

#include <stdexcept>

#include "cli/interrupt.h"
#include "llcodes/core/file.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kTrainFile = "args.toml";
constexpr const char* kDataFile = "data.toml";

/// A run may be continued from another folder.
void make_absolute(std::string& path) {
  if (!path.empty() && fs::exists(path)) path = fs::absolute(path).string();
}

void read_file(const fs::path& path, const OptionTable& table) {
  read_toml(table, read_text(path), path.string());
}

}  // namespace

std::string reopening_options(DataOptions data, AugmentOptions augment) {
  for (std::string* path : {&data.data, &data.labels, &data.classes, &data.validation,
                            &data.validation_labels, &data.test, &data.test_labels, &data.cache,
                            &data.picture_cache, &data.split}) {
    make_absolute(*path);
  }
  return to_toml(options_of(data).append(options_of(augment)));
}

OptionTable augment_table(AugmentOptions& options) {
  OptionTable table = options_of(options);
  for (Option& option : table.all()) {
    if (!std::holds_alternative<bool*>(option.value)) option.default_text = "as suits the data";
  }
  return table;
}

TrainResult train_interruptibly(const TrainRequest& request, Context& context) {
  const InterruptFlag interrupt;
  TrainHooks hooks;
  hooks.stop = &interrupt.flag();
  hooks.note = [&](const std::string& line) { context.console.note(line); };
  hooks.progress = context.console.progress();
  const TrainResult result = context.network.train(request, hooks);
  context.console.finish_progress();
  return result;
}

bool is_run_folder(const fs::path& folder) { return fs::exists(folder / kTrainFile); }

void read_run_options(const fs::path& folder, TrainOptions& train, DataOptions& data,
                      AugmentOptions& augment) {
  if (!is_run_folder(folder)) {
    throw std::invalid_argument("resume " + folder.string() + ": found no " + kTrainFile +
                                " there; give the folder of a run");
  }
  read_file(folder / kTrainFile, options_of(train));
  if (fs::exists(folder / kDataFile)) {
    read_file(folder / kDataFile, options_of(data).append(options_of(augment)));
  }
}

}  // namespace llcodes::cli
