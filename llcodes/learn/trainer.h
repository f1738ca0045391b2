// The one loop: phases, epochs, steps, validation, checkpoints.
//
// The state of a run is the network, the optimiser's velocities, the best network of the phase, the
// history, and a position (phase, epoch, batch). Order and augmentation are functions of the
// position, so a checkpoint of these resumes bit for bit.
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

namespace llcodes {

class Trainer {
 public:
  Trainer(const TrainOptions& options, const DataBundle& data, std::filesystem::path folder,
          const TrainHooks& hooks, std::shared_ptr<ProcessGroup> group);

  /// Begins the first phase and writes the first checkpoint.
  void start();
  /// Takes up the folder's last checkpoint.
  void resume();
  /// Runs the remaining phases; false if it was asked to stop (the state is saved then).
  bool run();

  const History& history() const { return history_; }

 private:
  struct Position {
    std::size_t phase = 0;     ///< index into phases_
    std::int64_t epoch = 0;    ///< epochs of the phase that are complete
    std::size_t batch = 0;     ///< batches of the current epoch that are complete
    std::int64_t step = 0;     ///< of the whole run
    double loss_sum = 0;       ///< of the current epoch
    double seconds = 0;        ///< of training in the current epoch
    double best = -1;          ///< best validation score of the phase
    bool finished = false;
  };

  Phase phase() const { return phases_.at(position_.phase); }
  const PhaseOptions& phase_options() const;
  BackboneOptions backbone_options() const;
  void create_network();
  void load_start_weights();

  void begin_phase();
  void end_phase();
  bool run_epoch();
  void train_step(Batch& batch, double learning_rate);
  double share_step(double loss);
  std::vector<float> validation_output();
  void check_finite(const std::vector<float>& output) const;
  double learning_rate() const;
  void end_epoch();
  void validate(EpochMetrics& metrics);
  void save_checkpoint();
  void save_model(const std::string& name);
  void report_progress(std::size_t done_in_epoch) const;
  bool stop_requested() const;
  bool writes() const;
  bool checkpoint_due() const;

  TrainOptions options_;
  const DataBundle& data_;
  Normalization normalization_;  ///< the backbone's own where it has one, else the data's
  std::filesystem::path folder_;
  TrainHooks hooks_;
  Placement placement_;
  std::shared_ptr<ProcessGroup> group_;  ///< null for a process on its own
  bool others_stop_ = false;             ///< another process was asked to stop
  std::vector<Phase> phases_;
  Position position_;
  History history_;
  std::unique_ptr<Loader> loader_;
  std::size_t batch_size_;  ///< of all processes together
  std::shared_ptr<Network> network_;
  std::unique_ptr<Sgd> optimizer_;
  TensorMap best_;
  bool resuming_ = false;  ///< a checkpoint will bring the weights
  std::chrono::steady_clock::time_point last_checkpoint_;
};

}  // namespace llcodes
