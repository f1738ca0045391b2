#include "llcodes/learn/trainer.h"

#include <algorithm>
#include <cmath>

#include "llcodes/core/error.h"
#include "llcodes/core/random.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/transfer.h"
#include "llcodes/learn/validation.h"

namespace llcodes {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::int64_t kStepsPerLoss = 20;  // how often a step's loss enters the history

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

DataBundle with_chosen_instances(DataBundle data, const TrainOptions& o) {
  const auto per_class = static_cast<std::size_t>(o.transfer.train_per_class);
  if (per_class > 0) data.train = take_per_class(std::move(data.train), per_class);
  return data;
}

std::unique_ptr<Loader> training_loader(const TrainOptions& o, const DataBundle& data) {
  const std::size_t batch = std::min<std::size_t>(static_cast<std::size_t>(o.batch_size),
                                                  data.train->size());
  return std::make_unique<Loader>(data.train, data.normalization,
                                  LoaderOptions{.batch_size = batch,
                                                .seed = static_cast<std::uint64_t>(o.seed),
                                                .shuffle = true,
                                                .drop_last = true,
                                                .workers = static_cast<int>(o.workers),
                                                .augment = data.augment});
}

}  // namespace

Trainer::Trainer(const TrainOptions& options, const DataBundle& data, std::filesystem::path folder,
                 const TrainHooks& hooks)
    : options_(options),
      data_(with_chosen_instances(data, options)),
      folder_(std::move(folder)),
      hooks_(hooks),
      phases_(planned_phases(options)),
      loader_(training_loader(options, data_)),
      network_(make_network()),
      average_(options.objective.average),
      last_checkpoint_(Clock::now()) {}

std::shared_ptr<Network> Trainer::make_network() const {
  torch::manual_seed(static_cast<std::uint64_t>(options_.seed));
  auto network = std::make_shared<Network>(backbone_options(options_, data_.train->shape()),
                                           static_cast<std::int64_t>(data_.class_names.size()),
                                           options_);
  if (options_.transfer.freeze) network->freeze_backbone(options_.transfer.unfreeze_last);
  return network;
}

void Trainer::start() {
  if (const std::string& model = options_.transfer.start_from; !model.empty()) {
    take_over(*network_, model, backbone_options(options_, data_.train->shape()),
              data_.class_names);
  }
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
  // Each phase sees orders and augmentations of its own.
  const auto epoch_key = static_cast<std::uint64_t>(phase()) << 32 |
                         static_cast<std::uint64_t>(position_.epoch);
  const std::size_t batches = loader_->batches_per_epoch();
  network_->train();
  loader_->start(epoch_key, position_.batch);
  while (auto batch = loader_->next()) {
    const auto start = Clock::now();
    train_step(*batch, learning_rate());
    loader_->recycle(std::move(batch));
    position_.seconds += seconds_since(start);
    ++position_.batch;
    ++position_.step;
    report_progress(position_.batch);
    const bool at_limit = options_.max_steps > 0 && position_.batch + static_cast<std::size_t>(position_.epoch) * batches >=
                                                        static_cast<std::size_t>(options_.max_steps);
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

void Trainer::train_step(Batch& batch, double learning_rate) {
  const torch::Tensor input = input_tensor(batch, data_.train->shape());
  const torch::Tensor labels =
      torch::from_blob(batch.labels.data(), {static_cast<std::int64_t>(batch.size)}, torch::kInt64);
  // All draws of a step are functions of its number, so a checkpoint holds no generator.
  const std::uint64_t key = mix(static_cast<std::uint64_t>(options_.seed) ^
                                mix(static_cast<std::uint64_t>(position_.step)));
  const torch::Tensor loss = network_->loss(phase(), {input, labels, step_of_phase(), key});
  const double value = loss.item<double>();
  if (!std::isfinite(value)) {
    throw RunError(std::string(name_of(phase())) + ", step " + std::to_string(position_.step + 1) +
                   ": the loss is " + std::to_string(value) + " at learning rate " +
                   std::to_string(learning_rate) + "; lower --" + std::string(name_of(phase())) +
                   "-lr or raise --warmup, and start again");
  }
  optimizer_->zero_gradients();
  loss.backward();
  optimizer_->step(learning_rate);
  network_->after_step(phase());
  if (average_.is_on()) average_.update(*network_, step_of_phase());
  position_.loss_sum += value;
  if (position_.step % kStepsPerLoss == 0) history_.losses.push_back({position_.step, value});
}

std::int64_t Trainer::step_of_phase() const {
  return position_.epoch * static_cast<std::int64_t>(loader_->batches_per_epoch()) +
         static_cast<std::int64_t>(position_.batch);
}

double Trainer::learning_rate() const {
  const double within = (static_cast<double>(position_.batch) + 0.5) /
                        static_cast<double>(loader_->batches_per_epoch());
  const double now =
      static_cast<double>(position_.epoch) + (options_.schedule_by == "step" ? within : 0.0);
  const double epochs = static_cast<double>(phase_options().epochs);
  const Schedule schedule{phase_options().learning_rate, options_.warmup * epochs, epochs};
  return schedule.at(now);
}

void Trainer::end_epoch() {
  const double instances =
      static_cast<double>(position_.batch) *
      static_cast<double>(std::min<std::size_t>(static_cast<std::size_t>(options_.batch_size),
                                                data_.train->size()));
  EpochMetrics metrics;
  metrics.phase = name_of(phase());
  metrics.learning_rate = learning_rate();
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
  history_.write(folder_);
  save_checkpoint();
  if (hooks_.note) hooks_.note(summary(metrics, phase_options().epochs));
}

/// Measures the network, or the mean of its weights where that is kept, and remembers the best.
void Trainer::judge(EpochMetrics& metrics) {
  const TensorMap live = average_.is_on() ? state_of(*network_) : TensorMap();
  if (average_.is_on()) restore(*network_, average_.tensors(), "", "mean of the weights");
  validate(*network_, phase(), data_, metrics);
  if (score_of(metrics) > position_.best) {
    position_.best = score_of(metrics);
    best_ = state_of(*network_);
  }
  if (average_.is_on()) restore(*network_, live, "", "weights");
}

void Trainer::report_progress(std::size_t done_in_epoch) const {
  if (!hooks_.progress) return;
  const std::size_t batches = loader_->batches_per_epoch();
  const auto batch_size = static_cast<std::size_t>(options_.batch_size);
  char note[32];
  std::snprintf(note, sizeof note, "loss %.3f",
                position_.loss_sum / static_cast<double>(done_in_epoch));
  hooks_.progress(
      {std::string(name_of(phase())) + " epoch " + std::to_string(position_.epoch + 1) + "/" +
           std::to_string(phase_options().epochs),
       (static_cast<std::size_t>(position_.epoch) * batches + done_in_epoch) * batch_size,
       static_cast<std::size_t>(phase_options().epochs) * batches * batch_size, "instances", note});
}

bool Trainer::stop_requested() const { return hooks_.stop && hooks_.stop->load(); }

bool Trainer::checkpoint_due() const {
  return seconds_since(last_checkpoint_) >= 60 * options_.checkpoint_minutes;
}

}  // namespace llcodes
