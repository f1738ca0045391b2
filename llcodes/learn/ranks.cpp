#include "llcodes/learn/ranks.h"

#include <charconv>
#include <cstdlib>
#include <stdexcept>

namespace llcodes {
namespace {

struct Names {
  const char *rank, *size, *local_rank, *local_size;
};

constexpr Names kTorchrun = {"RANK", "WORLD_SIZE", "LOCAL_RANK", "LOCAL_WORLD_SIZE"};
constexpr Names kOpenMpi = {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                            "OMPI_COMM_WORLD_LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_SIZE"};
// SLURM_NTASKS is also set in a shell that salloc or sbatch opens for one process; only srun sets
// the number of tasks of the step.
constexpr Names kSlurm = {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID",
                          "SLURM_NTASKS_PER_NODE"};

struct Range {
  int low, high;
};

int number(const Environment& environment, const char* name, int otherwise, Range range) {
  const std::string text = environment(name);
  if (text.empty()) return otherwise;
  int value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_good = error == std::errc{} && end == text.data() + text.size() &&
                       value >= range.low && value <= range.high;
  if (is_good) return value;
  throw std::invalid_argument(std::string("environment variable ") + name + " is '" + text +
                              "', expected a whole number from " + std::to_string(range.low) +
                              " to " + std::to_string(range.high));
}

Ranks read(const Environment& environment, const Names& names) {
  constexpr int kMostProcesses = 100'000;
  Ranks ranks;
  ranks.size = number(environment, names.size, 1, {1, kMostProcesses});
  ranks.rank = number(environment, names.rank, 0, {0, ranks.size - 1});
  ranks.local_size = number(environment, names.local_size, 1, {1, ranks.size});
  ranks.local_rank = number(environment, names.local_rank, 0, {0, kMostProcesses});
  return ranks;
}

const Names& names_in(const Environment& environment) {
  for (const Names* names : {&kTorchrun, &kOpenMpi, &kSlurm}) {
    if (!environment(names->size).empty()) return *names;
  }
  return kTorchrun;
}

}  // namespace

Ranks ranks_from(const Environment& environment) {
  Ranks ranks = read(environment, names_in(environment));
  if (ranks.is_alone()) return ranks;
  ranks.host = environment("MASTER_ADDR");
  ranks.port = number(environment, "MASTER_PORT", 29500, {1, 65535});
  if (ranks.host.empty()) {
    throw std::invalid_argument(
        "this is process " + std::to_string(ranks.rank) + " of " + std::to_string(ranks.size) +
        ", and they do not know where to meet: set MASTER_ADDR to the machine of rank 0 (and "
        "MASTER_PORT), or start them by `llcodes launch`");
  }
  return ranks;
}

Ranks ranks_of_this_process() {
  return ranks_from([](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value ? value : "");
  });
}

}  // namespace llcodes
