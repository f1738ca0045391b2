// One of several processes that train together, as the environment describes it (no libtorch).
//
//   llcodes launch, torchrun   RANK, WORLD_SIZE, LOCAL_RANK, LOCAL_WORLD_SIZE
//   Open MPI                   OMPI_COMM_WORLD_RANK, _SIZE, _LOCAL_RANK, _LOCAL_SIZE
//   Slurm (srun)               SLURM_PROCID, SLURM_STEP_NUM_TASKS, SLURM_LOCALID
//
// and where they meet: MASTER_ADDR, MASTER_PORT.
#pragma once

#include <functional>
#include <string>

namespace llcodes {

struct Ranks {
  int rank = 0;
  int size = 1;        ///< processes in all
  int local_rank = 0;
  int local_size = 1;  ///< processes on this machine
  std::string host;    ///< where rank 0 listens
  int port = 0;

  bool is_alone() const { return size == 1; }
  bool is_first() const { return rank == 0; }
};

/// The value of an environment variable, or "".
using Environment = std::function<std::string(const char*)>;

/// Throws std::invalid_argument for numbers out of range or a missing meeting place.
Ranks ranks_from(const Environment& environment);
Ranks ranks_of_this_process();

}  // namespace llcodes
