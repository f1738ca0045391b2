#include "llcodes/learn/trainer.h"

#include <algorithm>
#include <cmath>

#include "llcodes/core/error.h"
#include "llcodes/core/random.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/shared_work.h"
#include "llcodes/learn/transfer.h"
#include "llcodes/nn/architectures.h"

namespace llcodes {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kStepsPerLoss = 20;  // how often a step's loss enters the history

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// The mean and deviation that the backbone's weights of other programs expect, or the data's own.
Normalization normalization_of(const TrainOptions& o, const DataBundle& data) {
  const Architecture* architecture = find_architecture(o.backbone);
  if (!architecture || data.train->shape().channels != 3) return data.normalization;
  return {{architecture->mean.begin(), architecture->mean.end()},
          {architecture->deviation.begin(), architecture->deviation.end()}};
}

DataBundle prepared(DataBundle data, const TrainOptions& o) {
  const auto per_class = static_cast<std::size_t>(o.transfer.train_per_class);
  if (per_class > 0) data.train = take_per_class(std::move(data.train), per_class);
  data.normalization = normalization_of(o, data);
  return data;
}

/// Instances a step: as asked, or fewer if there are not as many; equal pieces for all processes.
std::size_t batch_size_of(const TrainOptions& o, const DataBundle& data, const Ranks& ranks) {
  const std::size_t most =
      std::min<std::size_t>(static_cast<std::size_t>(o.batch_size), data.train->size());
  return most - most % static_cast<std::size_t>(ranks.size);
}

std::unique_ptr<Loader> training_loader(const TrainOptions& o, const DataBundle& data,
                                        std::size_t batch, const ProcessGroup* group) {
  const Ranks ranks = group ? group->ranks() : Ranks{};
  return std::make_unique<Loader>(data.train, data.normalization,
                                  LoaderOptions{.batch_size = batch,
                                                .seed = static_cast<std::uint64_t>(o.seed),
                                                .shuffle = true,
                                                .drop_last = true,
                                                .workers = static_cast<int>(o.workers),
                                                .part = static_cast<std::size_t>(ranks.rank),
                                                .parts = static_cast<std::size_t>(ranks.size),
                                                .augment = data.augment});
}

/// "cuda" means a GPU of its own for each process of a machine.
PlacementOptions placement_options(const TrainOptions& o, const ProcessGroup* group) {
  const bool shares = o.device == "cuda" && group;
  return {.device = shares ? "cuda:" + std::to_string(group->ranks().local_rank) : o.device,
          .channels_last = o.channels_last,
          .autocast = o.autocast};
}

}  // namespace

Trainer::Trainer(const TrainOptions& options, const DataBundle& data, std::filesystem::path folder,
                 const TrainHooks& hooks, std::shared_ptr<ProcessGroup> group)
    : options_(options),
      data_(prepared(data, options)),
      folder_(std::move(folder)),
      hooks_(hooks),
      placement_(placement_options(options, group.get())),
      group_(std::move(group)),
      phases_(planned_phases(options)),
      batch_size_(batch_size_of(options, data_, group_ ? group_->ranks() : Ranks{})),
      loader_(training_loader(options, data_, batch_size_, group_.get())),
      network_(make_network()),
      average_(options.objective.average),
      last_checkpoint_(Clock::now()) {}

void Trainer::start() {
  begin_phase();
  save_checkpoint();
}

bool Trainer::run() {
  while (!position_.finished) {
    while (position_.epoch < phase_options().epochs) {
      if (!run_epoch()) return false;
    }
    end_phase();
    if (++position_.phase == phases_.size()) {
      position_.finished = true;
      position_.phase = 0;
    } else {
      begin_phase();
    }
    save_checkpoint();
  }
  return true;
}

bool Trainer::run_epoch() {
  // Each phase sees orders and augmentations of its own; a linear one that another run began goes
  // on with them.
  const std::int64_t before = phase() == Phase::kLinear ? epochs_before(phase(), options_) : 0;
  const auto epoch_key = static_cast<std::uint64_t>(phase()) << 32 |
                         static_cast<std::uint64_t>(before + position_.epoch);
  const std::size_t batches = loader_->batches_per_epoch();
  network_->train();
  loader_->start(epoch_key, position_.batch);
  while (auto batch = loader_->next()) {
    const auto start = Clock::now();
    train_step(*batch, learning_rates());
    loader_->recycle(std::move(batch));
    position_.seconds += seconds_since(start);
    ++position_.batch;
    ++position_.step;
    report_progress(position_.batch);
    const std::size_t done = position_.batch + static_cast<std::size_t>(position_.epoch) * batches;
    const bool at_limit = options_.steps > 0 && done >= static_cast<std::size_t>(options_.steps);
    if (at_limit) {
      position_.epoch = phase_options().epochs - 1;
      break;
    }
    if (position_.batch < batches && stop_requested()) {
      save_checkpoint();
      return false;
    }
    if (checkpoint_due()) save_checkpoint();
  }
  end_epoch();
  return !stop_requested();
}

void Trainer::train_step(Batch& batch, const LearningRates& rates) {
  const std::uint64_t key = key_of_step();
  torch::manual_seed(key);  // for the dropout inside networks
  const torch::Tensor input = placement_.place(input_tensor(batch, data_.train->shape()));
  const torch::Tensor labels = placement_.place(torch::from_blob(
      batch.labels.data(), {static_cast<std::int64_t>(batch.size)}, torch::kInt64));
  const torch::Tensor loss = [&] {
    const AutocastScope autocast(placement_);
    return network_->loss(phase(), {input, labels, step_of_phase(), key});
  }();
  optimizer_->zero_gradients();
  loss.backward();
  double value = loss.item<double>();
  if (group_) {
    const SharedStep shared =
        share_step(*group_, optimizer_->tensors(), {value, hooks_.stop && hooks_.stop->load()});
    value = shared.loss;
    others_stop_ = shared.stop;
  }
  if (!std::isfinite(value)) {
    throw RunError(std::string(name_of(phase())) + ", step " + std::to_string(position_.step + 1) +
                   ": the loss is " + std::to_string(value) + " at learning rate " +
                   std::to_string(rates.phase) + " (backbone " + std::to_string(rates.throughout) +
                   "); lower --" + std::string(name_of(phase())) +
                   "-lr or --linear-lr, or raise --warmup, and start again");
  }
  optimizer_->step(rates);
  network_->after_step(phase());
  if (average_.is_on()) average_.update(*network_, step_of_phase());
  position_.loss_sum += value;
  if (position_.step % kStepsPerLoss == 0) history_.losses.push_back({position_.step, value});
}

std::int64_t Trainer::step_of_phase() const {
  return position_.epoch * static_cast<std::int64_t>(loader_->batches_per_epoch()) +
         static_cast<std::int64_t>(position_.batch);
}

/// All draws of a step are functions of its number and the rank, so a checkpoint holds no
/// generator.
std::uint64_t Trainer::key_of_step() const {
  const std::uint64_t rank = group_ ? static_cast<std::uint64_t>(group_->ranks().rank) : 0;
  return mix(static_cast<std::uint64_t>(options_.seed) ^
             mix(static_cast<std::uint64_t>(position_.step) ^ rank << 40));
}

LearningRates Trainer::learning_rates() const {
  const double within = (static_cast<double>(position_.batch) + 0.5) /
                        static_cast<double>(loader_->batches_per_epoch());
  const double now =
      static_cast<double>(position_.epoch) + (options_.schedule_by == "step" ? within : 0.0);
  // Learning rates belong to a batch size: where data does not fill one batch, steps are smaller.
  const double share = static_cast<double>(batch_size_) / static_cast<double>(options_.batch_size);
  const auto rate_of = [&](double largest, std::int64_t number, double epoch) {
    const double epochs = static_cast<double>(number);
    return Schedule{largest * std::min(share, 1.0), options_.warmup * epochs, epochs}.at(epoch);
  };
  const double of_phase = rate_of(phase_options().learning_rate, phase_options().epochs, now);
  const std::int64_t throughout = epochs_throughout(options_);
  if (throughout == 0) return {of_phase, of_phase};
  const double over = static_cast<double>(epochs_before(phase(), options_));
  const double of_all = rate_of(options_.linear.learning_rate, throughout, over + now);
  return {phase() == Phase::kLinear ? of_all : of_phase, of_all};
}

void Trainer::end_epoch() {
  const double instances = static_cast<double>(position_.batch) * static_cast<double>(batch_size_);
  EpochMetrics metrics;
  metrics.phase = name_of(phase());
  metrics.learning_rate = learning_rates().phase;
  metrics.epoch = ++position_.epoch;
  metrics.step = position_.step;
  metrics.loss = position_.loss_sum / static_cast<double>(position_.batch);
  metrics.seconds = position_.seconds;
  metrics.instances_per_second = instances / position_.seconds;
  judge(metrics);
  position_.batch = 0;
  position_.loss_sum = 0;
  position_.seconds = 0;
  history_.epochs.push_back(metrics);
  if (writes()) history_.write(folder_);
  save_checkpoint();
  if (hooks_.note) hooks_.note(summary(metrics, phase_options().epochs));
}

ValidationOptions Trainer::validation_options() const {
  return {.placement = placement_,
          .group = group_.get(),
          .workers = static_cast<int>(options_.workers)};
}

/// Measures the network, or the mean of its weights where that is kept, and remembers the best.
void Trainer::judge(EpochMetrics& metrics) {
  const bool parts_differ = group_ && !options_.sync_norm;
  if (parts_differ) average_statistics(*network_, *group_);
  const TensorMap live = average_.is_on() ? state_of(*network_) : TensorMap();
  if (average_.is_on()) {
    restore(*network_, average_.tensors(), "", "mean of the weights");
    if (parts_differ) average_statistics(*network_, *group_);
    average_.set_tensors(state_of(*network_));
  }
  if (group_) check_same_network(*network_, *group_);
  validate(*network_, phase(), data_, validation_options(), metrics);
  if (score_of(metrics) > position_.best) {
    position_.best = score_of(metrics);
    best_ = state_of(*network_);
  }
  if (average_.is_on()) restore(*network_, live, "", "weights");
}

void Trainer::report_progress(std::size_t done_in_epoch) const {
  if (!hooks_.progress) return;
  const std::size_t batches = loader_->batches_per_epoch();
  const std::size_t batch_size = batch_size_;
  char note[32];
  std::snprintf(note, sizeof note, "loss %.3f",
                position_.loss_sum / static_cast<double>(done_in_epoch));
  hooks_.progress(
      {std::string(name_of(phase())) + " epoch " + std::to_string(position_.epoch + 1) + "/" +
           std::to_string(phase_options().epochs),
       (static_cast<std::size_t>(position_.epoch) * batches + done_in_epoch) * batch_size,
       static_cast<std::size_t>(phase_options().epochs) * batches * batch_size, "instances", note});
}

/// Processes stop together: after a step all know whether one of them was asked to.
bool Trainer::stop_requested() const {
  return group_ ? others_stop_ : hooks_.stop && hooks_.stop->load();
}

bool Trainer::writes() const { return !group_ || group_->ranks().is_first(); }

bool Trainer::checkpoint_due() const {
  return seconds_since(last_checkpoint_) >= 60 * options_.checkpoint_minutes;
}

}  // namespace llcodes
