#include "llcodes/learn/train.h"

#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "llcodes/core/codebook.h"
#include "llcodes/core/cpu.h"
#include "llcodes/core/file.h"
#include "llcodes/learn/phases.h"
#include "llcodes/learn/process_group.h"
#include "llcodes/learn/run_lock.h"
#include "llcodes/learn/runtime.h"
#include "llcodes/learn/trainer.h"
#include "llcodes/learn/transfer.h"
#include "llcodes/learn/validation.h"

namespace llcodes {
namespace {

namespace fs = std::filesystem;

constexpr char kArguments[] = "args.toml", kData[] = "data.toml";

/// args.toml comes last: where it is, the folder is complete enough to be resumed.
void create_folder(const fs::path& folder, const TrainOptions& options, const DataBundle& data) {
  if (fs::exists(folder / kArguments)) {
    throw std::invalid_argument(
        "run folder " + folder.string() +
        " holds a run; continue it with --resume, delete it, or choose another");
  }
  fs::create_directories(folder);
  write_atomically(folder / "env.json", describe_runtime());
  write_atomically(folder / kData, data.opened_with);
  TrainOptions copy = options;
  write_atomically(folder / kArguments, to_toml(options_of(copy)));
}

/// Options that change nothing but speed may differ between the parts of a run.
void check_same_options(const TrainOptions& options, const fs::path& folder) {
  TrainOptions given = options, saved = load_train_options(folder);
  const OptionTable given_table = options_of(given), saved_table = options_of(saved);
  for (const Option& option : given_table.all()) {
    const std::string now = text_of(option), before = text_of(*saved_table.find(option.name));
    if (option.group != "Running" && now != before) {
      throw std::invalid_argument("resume " + folder.string() + ": --" + option.name + " is " +
                                  now + ", but the run was started with " + before);
    }
  }
}

/// 0 means all CPUs, shared with the other processes of this machine.
int threads_of(const TrainOptions& options, const Ranks& ranks) {
  if (options.threads > 0) return static_cast<int>(options.threads);
  return std::max(usable_cpus() / ranks.local_size, 1);
}

/// Null for a process on its own. All must have the same arguments and the same data.
std::shared_ptr<ProcessGroup> join(const Ranks& ranks, const TrainOptions& options,
                                   const DataBundle& data) {
  if (ranks.is_alone()) return nullptr;
  if (options.batch_size % ranks.size != 0) {
    throw std::invalid_argument("--batch-size " + std::to_string(options.batch_size) +
                                " cannot be shared by " + std::to_string(ranks.size) +
                                " processes; choose a multiple of that number");
  }
  auto group = std::make_shared<ProcessGroup>(ranks, std::chrono::seconds(options.rank_timeout));
  TrainOptions copy = options;
  group->check_same("options", to_toml(options_of(copy)));
  group->check_same("data", std::to_string(data.fingerprint));
  return group;
}

TrainResult result_of(const Trainer& trainer, const fs::path& folder, bool finished,
                      const TrainOptions& options) {
  const std::string& start_from = options.transfer.start_from;
  TrainResult result;
  result.finished = finished;
  if (fs::exists(folder / "model.llc")) result.model = folder / "model.llc";
  if (fs::exists(folder / "linear.llc"))
    result.linear = folder / "linear.llc";
  else if (!start_from.empty() && is_linear_model(start_from))
    result.linear = start_from;
  const EpochMetrics* best = nullptr;  // of the last phase that linear.llc comes from
  for (const EpochMetrics& epoch : trainer.history().epochs) {
    const bool of_linear = epoch.phase == name_of(Phase::kLinear);
    if (!of_linear) result.soft_validation = epoch.soft ? *epoch.soft : *epoch.linear;
    if (!of_linear && !classifier_learns_throughout(options)) continue;
    const bool is_better = !best || best->phase != epoch.phase || score_of(epoch) > score_of(*best);
    if (is_better) best = &epoch;
  }
  if (best) result.linear_validation = best->linear;
  return result;
}

}  // namespace

TrainResult train(const TrainOptions& options, const DataBundle& data, const fs::path& folder,
                  bool resume, const TrainHooks& hooks) {
  const auto start = std::chrono::steady_clock::now();
  check(options);
  check_schedule(options);
  if (options.method != "linear" && options.method != "real") {
    const Prefix shortest = prefixes_of(options.codebooks, static_cast<int>(options.bits)).front();
    check_bits_suffice(shortest.bits, data.class_names.size());
  }
  const Ranks ranks = ranks_of_this_process();
  prepare_runtime(threads_of(options, ranks));
  const std::shared_ptr<ProcessGroup> group = join(ranks, options, data);
  if (resume) check_same_options(options, folder);
  Trainer trainer(options, data, folder, hooks, group);
  const bool fresh = !resume || !fs::exists(folder / "last.ckpt");
  if (fresh) trainer.load_start();  // what it refuses is refused before there is a folder
  if (!resume && ranks.is_first()) create_folder(folder, options, data);
  std::optional<RunLock> lock;
  if (ranks.is_first()) lock.emplace(folder / kArguments);
  if (fresh)
    trainer.start();
  else
    trainer.resume();
  const bool finished = trainer.run();
  if (group) group->wait_for_all();  // rank 0 hosts the meeting place: it leaves last
  TrainResult result = result_of(trainer, folder, finished, options);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return result;
}

TrainOptions load_train_options(const fs::path& folder) {
  TrainOptions options;
  const fs::path path = folder / kArguments;
  const OptionTable table = options_of(options);
  read_toml(table, read_text(path), path.string());
  return options;
}

}  // namespace llcodes
