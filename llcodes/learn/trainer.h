// The one loop: phases, epochs, steps, validation, checkpoints.
//
// The state of a run is the network, the optimiser's velocities, the mean of the weights where it
// is kept, the best network of the phase, the history, and a position (phase, epoch, batch). Order
// and augmentation are functions of the position, so a checkpoint of these resumes bit for bit.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/data/loader.h"
#include "llcodes/learn/checkpoint.h"
#include "llcodes/learn/history.h"
#include "llcodes/learn/network.h"
#include "llcodes/learn/optimizer.h"
#include "llcodes/learn/placement.h"
#include "llcodes/learn/process_group.h"
#include "llcodes/learn/train.h"
#include "llcodes/learn/validation.h"
#include "llcodes/learn/weight_average.h"

namespace llcodes {

class Trainer {
 public:
  Trainer(const TrainOptions& options, const DataBundle& data, std::filesystem::path folder,
          const TrainHooks& hooks, std::shared_ptr<ProcessGroup> group);

  /// Takes over what the options name: weights, another model. Throws std::invalid_argument if
  /// that, or the codebook that they name, does not fit the data and the network; nothing is
  /// written.
  void load_start();
  /// Begins the first phase and writes the first checkpoint.
  void start();
  /// Takes up the folder's last checkpoint.
  void resume();
  /// Runs the remaining phases; false if it was asked to stop (the state is saved then).
  bool run();

  const History& history() const { return history_; }

 private:
  struct Position {
    std::size_t phase = 0;   ///< index into phases_
    std::int64_t epoch = 0;  ///< epochs of the phase that are complete
    std::size_t batch = 0;   ///< batches of the current epoch that are complete
    std::int64_t step = 0;   ///< of the whole run
    double loss_sum = 0;     ///< of the current epoch
    double seconds = 0;      ///< of training in the current epoch
    double best = -1;        ///< best validation score of the phase
    bool finished = false;
  };

  Phase phase() const { return phases_.at(position_.phase); }
  const PhaseOptions& phase_options() const { return options_of(phase(), options_); }
  std::shared_ptr<Network> make_network() const;
  bool follows(Phase earlier) const;
  void take_over_weights();
  void mend_models();

  void begin_phase();
  void start_codes();
  void make_optimizer();
  void end_phase();
  void repair_codebook();
  bool run_epoch();
  void train_step(Batch& batch, const LearningRates& rates);
  LearningRates learning_rates() const;
  void end_epoch();
  ValidationOptions validation_options() const;
  void judge(EpochMetrics& metrics);
  std::int64_t step_of_phase() const;
  std::uint64_t key_of_step() const;
  void save_checkpoint();
  void save_models();
  void report_progress(std::size_t done_in_epoch) const;
  bool stop_requested() const;
  bool writes() const;
  bool checkpoint_due() const;

  TrainOptions options_;
  DataBundle data_;  ///< of it what the run learns from, normalised as the backbone wants it
  std::filesystem::path folder_;
  TrainHooks hooks_;
  Placement placement_;
  std::shared_ptr<ProcessGroup> group_;  ///< null for a process on its own
  bool others_stop_ = false;             ///< another process was asked to stop
  std::vector<Phase> phases_;
  Position position_;
  History history_;
  std::size_t batch_size_;  ///< of all processes together
  std::unique_ptr<Loader> loader_;
  std::shared_ptr<Network> network_;
  std::unique_ptr<Sgd> optimizer_;
  WeightAverage average_;
  TensorMap best_;
  std::chrono::steady_clock::time_point last_checkpoint_;
};

}  // namespace llcodes
