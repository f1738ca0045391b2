#include "llcodes/learn/trainer.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/eval/accuracy.h"
#include "llcodes/learn/codebook_start.h"
#include "llcodes/learn/duplicates.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/model_file.h"

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
                 const TrainHooks& hooks)
    : options_(options),
      data_(data),
      folder_(std::move(folder)),
      hooks_(hooks),
      phases_(planned_phases(options)),
      loader_(training_loader(options, data)),
      last_checkpoint_(Clock::now()) {
  torch::manual_seed(static_cast<std::uint64_t>(options.seed));
  network_ = std::make_shared<Network>(backbone_options(),
                                       static_cast<std::int64_t>(data.class_names.size()), options);
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
          .hidden_layers = options_.hidden_layers};
}

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

void Trainer::begin_phase() {
  const bool cold = phase() == Phase::kCodebook && !options_.warm_start;
  if (cold && position_.phase > 0) {
    torch::manual_seed(static_cast<std::uint64_t>(options_.seed));
    network_ = std::make_shared<Network>(
        backbone_options(), static_cast<std::int64_t>(data_.class_names.size()), options_);
  }
  const bool has_linear = position_.phase > 0 && phases_[position_.phase - 1] == Phase::kLinear;
  if (phase() == Phase::kCodebook && !cold && has_linear && options_.codebook_start == "svd") {
    start_from_linear(*network_->code, *network_->linear);
  }
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
    const torch::Tensor latent = network_->code->latent.detach().contiguous();
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
  const torch::Tensor loss = network_->loss(phase(), input, labels);
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
  position_.loss_sum += value;
  if (position_.step % kStepsPerLoss == 0) history_.losses.push_back({position_.step, value});
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
  history_.write(folder_);
  save_checkpoint();
  if (hooks_.note) hooks_.note(summary(metrics, phase_options().epochs));
}

void Trainer::validate(EpochMetrics& metrics) {
  network_->eval();
  const bool linear = phase() == Phase::kLinear;
  const auto columns =
      linear ? static_cast<std::int64_t>(data_.class_names.size()) : options_.bits;
  const std::vector<float> output = run_network(
      [&](const torch::Tensor& input) { return network_->output(phase(), input); }, columns,
      data_.validation, data_.normalization, {});
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
  network_->eval();
  ModelParts parts;
  parts.backbone_options = backbone_options();
  parts.backbone = network_->backbone;
  parts.normalization = data_.normalization;
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
  last_checkpoint_ = Clock::now();
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
  begin_phase();
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
