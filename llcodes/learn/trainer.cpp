#include "llcodes/learn/trainer.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <numeric>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/random.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/learn/codebook_start.h"
#include "llcodes/learn/duplicates.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/model_file.h"
#include "llcodes/learn/weights.h"
#include "llcodes/nn/architectures.h"

namespace llcodes {
namespace {

using Clock = std::chrono::steady_clock;
using nlohmann::json;

constexpr char kCheckpoint[] = "last.ckpt";
constexpr std::int64_t kStepsPerLoss = 20;  // how often a step's loss enters the history

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

std::vector<Phase> planned_phases(const TrainOptions& o) {
  std::vector<Phase> phases;
  const bool codes = o.method == "llc";
  const bool warm = codes && o.warm_start && o.phase1.epochs > 0;
  if (o.linear.epochs > 0 && (!codes || warm || o.reference)) phases.push_back(Phase::kLinear);
  if (codes && o.phase1.epochs > 0) phases.push_back(Phase::kCodebook);
  if (codes && o.phase2.epochs > 0) phases.push_back(Phase::kInstance);
  return phases;
}

Normalization normalization_of(const TrainOptions& o, const DataBundle& data) {
  const Architecture* architecture = find_architecture(o.backbone);
  if (!architecture || data.train->shape().channels != 3) return data.normalization;
  return {{architecture->mean.begin(), architecture->mean.end()},
          {architecture->deviation.begin(), architecture->deviation.end()}};
}

/// Instances a step: as asked, or fewer if there are not as many; equal pieces for all processes.
std::size_t batch_size_of(const TrainOptions& o, const DataBundle& data, const Ranks& ranks) {
  const std::size_t most =
      std::min<std::size_t>(static_cast<std::size_t>(o.batch_size), data.train->size());
  return most - most % static_cast<std::size_t>(ranks.size);
}

std::unique_ptr<Loader> training_loader(const TrainOptions& o, const DataBundle& data,
                                        const Normalization& normalization,
                                        const ProcessGroup* group) {
  const Ranks ranks = group ? group->ranks() : Ranks{};
  const std::size_t batch = batch_size_of(o, data, ranks);
  return std::make_unique<Loader>(data.train, normalization,
                                  LoaderOptions{.batch_size = batch,
                                                .seed = static_cast<std::uint64_t>(o.seed),
                                                .shuffle = true,
                                                .drop_last = true,
                                                .workers = static_cast<int>(o.workers),
                                                .part = static_cast<std::size_t>(ranks.rank),
                                                .parts = static_cast<std::size_t>(ranks.size),
                                                .augment = data.augment});
}

std::string percent(double share) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f %%", 100 * share);
  return text;
}

std::string summary(const EpochMetrics& m, std::int64_t epochs) {
  char text[160];
  std::snprintf(text, sizeof text, "%s epoch %lld of %lld: loss %.3f, %.0f instances/s, ",
                m.phase.c_str(), static_cast<long long>(m.epoch), static_cast<long long>(epochs),
                m.loss, m.instances_per_second);
  std::string line = text;
  if (m.linear) return line + "validation " + percent(*m.linear);
  line += "validation ED " + percent(*m.exact) + ", MHD " + percent(*m.hamming) + ", soft " +
          percent(*m.soft);
  return line + ", unique codes " + std::to_string(*m.unique_codes);
}

/// Batch norms that each saw their own part of the batches hold different statistics: the mean
/// counts.
void average_statistics(Network& network, ProcessGroup& group) {
  torch::NoGradGuard no_gradient;
  for (auto& item : network.named_buffers()) {
    if (!item.value().is_floating_point()) continue;
    group.sum(item.value());
    item.value().div_(group.ranks().size);
  }
}

std::vector<torch::Tensor> all_tensors(const Network& network) {
  std::vector<torch::Tensor> tensors = network.parameters();
  for (const torch::Tensor& buffer : network.buffers()) tensors.push_back(buffer);
  return tensors;
}

/// "cuda" means a GPU of its own for each process of a machine.
PlacementOptions placement_options(const TrainOptions& o, const ProcessGroup* group) {
  const bool shares = o.device == "cuda" && group;
  return {.device = shares ? "cuda:" + std::to_string(group->ranks().local_rank) : o.device,
          .channels_last = o.channels_last,
          .autocast = o.autocast};
}

double accuracy_of_row(const AccuracyTable& table, const std::string& decoder) {
  for (const auto& row : table.rows) {
    if (row.decoder == decoder) return row.accuracy;
  }
  throw std::logic_error("no accuracy of decoder " + decoder);
}

std::vector<std::int32_t> labels_of(const Dataset& dataset) {
  std::vector<std::int32_t> labels(dataset.size());
  for (std::size_t i = 0; i < labels.size(); ++i) labels[i] = dataset.label(i);
  return labels;
}

double share_right(const std::vector<float>& logits, const std::vector<std::int32_t>& labels) {
  const std::size_t classes = logits.size() / labels.size();
  std::size_t right = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const float* row = logits.data() + i * classes;
    right += std::max_element(row, row + classes) - row == labels[i];
  }
  return static_cast<double>(right) / static_cast<double>(labels.size());
}

}  // namespace

Trainer::Trainer(const TrainOptions& options, const DataBundle& data, std::filesystem::path folder,
                 const TrainHooks& hooks, std::shared_ptr<ProcessGroup> group)
    : options_(options),
      data_(data),
      normalization_(normalization_of(options, data)),
      folder_(std::move(folder)),
      hooks_(hooks),
      placement_(placement_options(options, group.get())),
      group_(std::move(group)),
      phases_(planned_phases(options)),
      loader_(training_loader(options, data, normalization_, group_.get())),
      batch_size_(batch_size_of(options, data, group_ ? group_->ranks() : Ranks{})),
      last_checkpoint_(Clock::now()) {
  create_network();
}

void Trainer::create_network() {
  torch::manual_seed(static_cast<std::uint64_t>(options_.seed));
  network_ = std::make_shared<Network>(
      backbone_options(), static_cast<std::int64_t>(data_.class_names.size()), options_);
  placement_.place(*network_);
  if (group_ && options_.sync_norm) synchronise_batch_norms(*network_, group_);
}

void Trainer::load_start_weights() {
  if (options_.weights.file.empty() || resuming_) return;
  const WeightsReport report =
      load_weights(*network_, options_.weights.file, backbone_options().kind,
                   options_.weights.partial ? MissingWeights::kKeepStart : MissingWeights::kRefuse);
  if (hooks_.note) hooks_.note(options_.weights.file + ": " + report.text());
}

const PhaseOptions& Trainer::phase_options() const {
  switch (phase()) {
    case Phase::kLinear: return options_.linear;
    case Phase::kCodebook: return options_.phase1;
    default: return options_.phase2;
  }
}

BackboneOptions Trainer::backbone_options() const {
  const InputShape input = data_.train->shape();
  std::string kind = options_.backbone;
  if (kind == "auto") kind = input.is_picture ? "cnn" : "mlp";
  return {.kind = kind,
          .input = input,
          .width = options_.width,
          .depth = options_.depth,
          .stages = options_.stages,
          .stem_stride = options_.stem_stride,
          .pool = options_.pool,
          .features = options_.features,
          .hidden = options_.hidden,
          .hidden_layers = options_.hidden_layers,
          .stride_on_1x1 = options_.stride_on_1x1};
}

void Trainer::start() {
  load_start_weights();
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

void Trainer::begin_phase() {
  const bool cold = phase() == Phase::kCodebook && !options_.warm_start;
  if (cold && position_.phase > 0) {
    create_network();
    load_start_weights();
  }
  const bool has_linear = position_.phase > 0 && phases_[position_.phase - 1] == Phase::kLinear;
  if (phase() == Phase::kCodebook && !cold && has_linear && options_.codebook_start == "svd") {
    torch::manual_seed(static_cast<std::uint64_t>(options_.seed));
    start_from_linear(*network_->code, *network_->linear);
  }
  if (group_) group_->broadcast(network_->parameters());
  optimizer_ = std::make_unique<Sgd>(network_->learnt_tensors(phase()),
                                     SgdOptions{options_.momentum, options_.nesterov});
  position_.epoch = 0;
  position_.batch = 0;
  position_.best = -1;
  best_.clear();
}

/// The best network of the phase goes on to the next one, or into the model file.
void Trainer::end_phase() {
  if (!best_.empty()) restore(*network_, best_, "", "best network");
  if (phase() == Phase::kLinear) save_model("linear.llc");
  if (phase() == Phase::kCodebook && options_.repair_duplicates) {
    const torch::Tensor latent = network_->code->latent.detach().cpu().contiguous();
    const RepairedCodes repaired =
        repair_duplicates(network_->code->codes(),
                          {latent.data_ptr<float>(), static_cast<std::size_t>(latent.numel())});
    network_->code->set_codes(repaired.codes);
    if (repaired.moved > 0 && hooks_.note) {
      hooks_.note(std::to_string(repaired.moved) +
                  " classes shared a code and moved to the nearest free one");
    }
  }
  const bool last = position_.phase + 1 == phases_.size();
  if (last && phase() != Phase::kLinear) save_model("model.llc");
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
    const std::size_t done =
        position_.batch + static_cast<std::size_t>(position_.epoch) * batches;
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

void Trainer::train_step(Batch& batch, double learning_rate) {
  // Dropout draws from torch's generator: a function of step and rank, so that a resumed run agrees.
  const std::uint64_t rank = group_ ? static_cast<std::uint64_t>(group_->ranks().rank) : 0;
  torch::manual_seed(mix(static_cast<std::uint64_t>(options_.seed) ^
                         mix(static_cast<std::uint64_t>(position_.step) ^ rank << 40)));
  const torch::Tensor input = placement_.place(input_tensor(batch, data_.train->shape()));
  const torch::Tensor labels = placement_.place(torch::from_blob(
      batch.labels.data(), {static_cast<std::int64_t>(batch.size)}, torch::kInt64));
  const torch::Tensor loss = [&] {
    const AutocastScope autocast(placement_);
    return network_->loss(phase(), input, labels);
  }();
  optimizer_->zero_gradients();
  loss.backward();
  const double value = share_step(loss.item<double>());
  if (!std::isfinite(value)) {
    throw RunError(std::string(name_of(phase())) + ", step " + std::to_string(position_.step + 1) +
                   ": the loss is " + std::to_string(value) + " at learning rate " +
                   std::to_string(learning_rate) + "; lower --" + std::string(name_of(phase())) +
                   "-lr or raise --warmup, and start again");
  }
  optimizer_->step(learning_rate);
  network_->after_step(phase());
  position_.loss_sum += value;
  if (position_.step % kStepsPerLoss == 0) history_.losses.push_back({position_.step, value});
}

/// Gradients become their mean over all processes, in one message with the loss and the wish to
/// stop. Returns the mean loss.
double Trainer::share_step(double loss) {
  if (!group_) return loss;
  torch::NoGradGuard no_gradient;
  std::vector<torch::Tensor> gradients, flat;
  for (const auto& tensor : optimizer_->tensors()) {
    if (tensor.parameter.grad().defined()) gradients.push_back(tensor.parameter.grad());
  }
  for (const torch::Tensor& gradient : gradients) flat.push_back(gradient.reshape(-1).cpu());
  const bool stop = hooks_.stop && hooks_.stop->load();
  flat.push_back(torch::tensor({static_cast<float>(loss), stop ? 1.0f : 0.0f}));
  torch::Tensor message = torch::cat(flat);
  group_->sum(message);
  const double size = group_->ranks().size;
  message.narrow(0, 0, message.size(0) - 1).div_(size);
  std::int64_t place = 0;
  for (torch::Tensor& gradient : gradients) {
    gradient.copy_(message.narrow(0, place, gradient.numel()).view_as(gradient));
    place += gradient.numel();
  }
  others_stop_ = message[-1].item<float>() > 0;
  return message[-2].item<double>();
}

double Trainer::learning_rate() const {
  const double within = (static_cast<double>(position_.batch) + 0.5) /
                        static_cast<double>(loader_->batches_per_epoch());
  const double now =
      static_cast<double>(position_.epoch) + (options_.schedule_by == "step" ? within : 0.0);
  const double epochs = static_cast<double>(phase_options().epochs);
  // Learning rates belong to a batch size: where data does not fill one batch, steps are smaller.
  const double share = static_cast<double>(batch_size_) / static_cast<double>(options_.batch_size);
  const double largest = phase_options().learning_rate * std::min(share, 1.0);
  const Schedule schedule{largest, options_.warmup * epochs, epochs};
  return schedule.at(now);
}

void Trainer::end_epoch() {
  const double instances =
      static_cast<double>(position_.batch) * static_cast<double>(batch_size_);
  EpochMetrics metrics;
  metrics.phase = name_of(phase());
  metrics.learning_rate = learning_rate();
  metrics.epoch = ++position_.epoch;
  metrics.step = position_.step;
  metrics.loss = position_.loss_sum / static_cast<double>(position_.batch);
  metrics.seconds = position_.seconds;
  metrics.instances_per_second = instances / position_.seconds;
  validate(metrics);
  const double score = metrics.linear ? *metrics.linear : *metrics.hamming;
  if (score > position_.best) {
    position_.best = score;
    best_ = state_of(*network_);
  }
  position_.batch = 0;
  position_.loss_sum = 0;
  position_.seconds = 0;
  history_.epochs.push_back(metrics);
  if (writes()) history_.write(folder_);
  save_checkpoint();
  if (hooks_.note) hooks_.note(summary(metrics, phase_options().epochs));
}

/// What the phase is judged by for every validation instance. Several processes share the work;
/// all get all rows.
std::vector<float> Trainer::validation_output() {
  const auto columns = phase() == Phase::kLinear
                           ? static_cast<std::int64_t>(data_.class_names.size())
                           : options_.bits;
  const auto run = [&](std::shared_ptr<const Dataset> dataset) {
    return run_network(
        [&](const torch::Tensor& input) {
          const AutocastScope autocast(placement_);
          return network_->output(phase(), placement_.place(input)).to(torch::kCPU, torch::kFloat32);
        },
        columns, std::move(dataset), normalization_, {.workers = static_cast<int>(options_.workers)});
  };
  if (!group_) return run(data_.validation);
  const std::size_t size = data_.validation->size();
  const auto ranks = static_cast<std::size_t>(group_->ranks().size);
  const auto rank = static_cast<std::size_t>(group_->ranks().rank);
  const std::size_t begin = size * rank / ranks, end = size * (rank + 1) / ranks;
  std::vector<std::uint32_t> mine(end - begin);
  std::iota(mine.begin(), mine.end(), static_cast<std::uint32_t>(begin));
  const std::vector<float> rows =
      run(std::make_shared<SubsetDataset>(data_.validation, std::move(mine)));
  std::vector<float> all(size * static_cast<std::size_t>(columns));
  std::copy(rows.begin(), rows.end(),
            all.begin() + static_cast<std::ptrdiff_t>(begin * static_cast<std::size_t>(columns)));
  torch::Tensor shared = torch::from_blob(all.data(), {static_cast<std::int64_t>(all.size())});
  group_->sum(shared);
  return all;
}

void Trainer::check_finite(const std::vector<float>& output) const {
  const bool good =
      std::all_of(output.begin(), output.end(), [](float value) { return std::isfinite(value); });
  if (good) return;
  throw RunError(std::string(name_of(phase())) + ", step " + std::to_string(position_.step) +
                 ": the network's output is not finite any more; lower --" +
                 std::string(name_of(phase())) + "-lr or raise --warmup, and start again");
}

void Trainer::validate(EpochMetrics& metrics) {
  if (group_ && !options_.sync_norm) average_statistics(*network_, *group_);
  if (group_) group_->check_same_bits(all_tensors(*network_));
  network_->eval();
  const bool linear = phase() == Phase::kLinear;
  const std::vector<float> output = validation_output();
  check_finite(output);
  const std::vector<std::int32_t> labels = labels_of(*data_.validation);
  if (linear) {
    metrics.linear = share_right(output, labels);
    return;
  }
  const Codebook codebook(network_->code->codes(), data_.class_names);
  const Codes codes = binarize(output, static_cast<int>(options_.bits));
  const AccuracyTable table =
      measure_accuracy(codebook, {codes, output}, labels, {.radii = {}, .budgets = {}});
  metrics.exact = accuracy_of_row(table, "ED");
  metrics.hamming = accuracy_of_row(table, "MHD");
  metrics.soft = accuracy_of_row(table, "soft");
  metrics.bits_right = table.bits_right;
  metrics.unique_codes = static_cast<std::int64_t>(table.codebook.unique_codes);
}

void Trainer::save_model(const std::string& name) {
  if (!writes()) return;
  network_->eval();
  ModelParts parts;
  parts.backbone_options = backbone_options();
  parts.backbone = network_->backbone;
  parts.normalization = normalization_;
  parts.centre_share = data_.centre_share;
  parts.class_names = data_.class_names;
  parts.training = to_toml(options_of(options_));
  if (phase() == Phase::kLinear) {
    parts.weight = network_->linear->fc->weight;
    parts.bias = network_->linear->fc->bias;
  } else {
    const FoldedProjection folded = network_->code->fold();
    parts.weight = folded.weight;
    parts.bias = folded.bias;
    parts.codebook = Codebook(network_->code->codes(), data_.class_names);
  }
  parts.save(folder_ / name);
}

void Trainer::save_checkpoint() {
  last_checkpoint_ = Clock::now();
  if (!writes()) return;
  Checkpoint checkpoint;
  checkpoint.state = json{{"phase", position_.phase},
                          {"epoch", position_.epoch},
                          {"batch", position_.batch},
                          {"step", position_.step},
                          {"loss_sum", position_.loss_sum},
                          {"seconds", position_.seconds},
                          {"best", position_.best},
                          {"finished", position_.finished},
                          {"data", data_.fingerprint},
                          {"history", to_json(history_)}}
                         .dump();
  checkpoint.tensors = state_of(*network_, "network.");
  for (const auto& [name, tensor] : best_) checkpoint.tensors["best." + name] = tensor;
  for (std::size_t i = 0; i < optimizer_->tensors().size(); ++i) {
    checkpoint.tensors["velocity." + optimizer_->tensors()[i].name] = optimizer_->velocities()[i];
  }
  checkpoint.save(folder_ / kCheckpoint);
}

void Trainer::resume() {
  const std::string path = (folder_ / kCheckpoint).string();
  const Checkpoint checkpoint = Checkpoint::load(path);
  const json state = json::parse(checkpoint.state);
  if (state.at("data") != data_.fingerprint) {
    throw std::invalid_argument("resume " + folder_.string() +
                                ": the data is not what the run was started with (fingerprints "
                                "differ); give the same data or start a new run");
  }
  position_.phase = state.at("phase");
  resuming_ = true;
  begin_phase();
  resuming_ = false;
  position_.epoch = state.at("epoch");
  position_.batch = state.at("batch");
  position_.step = state.at("step");
  position_.loss_sum = state.at("loss_sum");
  position_.seconds = state.at("seconds");
  position_.best = state.at("best");
  position_.finished = state.at("finished");
  history_ = history_from_json(state.at("history"));
  restore(*network_, checkpoint.tensors, "network.", path);
  for (const auto& [name, tensor] : checkpoint.tensors) {
    if (name.starts_with("best.")) best_[name.substr(5)] = tensor;
  }
  for (std::size_t i = 0; i < optimizer_->tensors().size(); ++i) {
    const auto found = checkpoint.tensors.find("velocity." + optimizer_->tensors()[i].name);
    if (found != checkpoint.tensors.end()) optimizer_->velocities()[i].copy_(found->second);
  }
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
