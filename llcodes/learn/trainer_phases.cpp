// What each phase of the trainer begins with and leaves behind.
#include <algorithm>

#include "llcodes/core/container.h"
#include "llcodes/learn/codebooks/codebook_source.h"
#include "llcodes/learn/duplicates.h"
#include "llcodes/learn/model_files.h"
#include "llcodes/learn/trainer.h"
#include "llcodes/learn/training_features.h"
#include "llcodes/learn/transfer.h"
#include "llcodes/learn/weights.h"

namespace llcodes {

std::shared_ptr<Network> Trainer::make_network() const {
  torch::manual_seed(static_cast<std::uint64_t>(options_.seed));
  auto network =
      std::make_shared<Network>(backbone_options(options_, data_.train->shape()),
                                static_cast<std::int64_t>(data_.class_names.size()), options_);
  placement_.place(*network);
  if (!group_) return network;
  network->code->synchronise(group_);
  if (options_.sync_norm) synchronise_batch_norms(*network, group_);
  return network;
}

void Trainer::load_start() {
  const bool starts_codebook = std::ranges::count(phases_, Phase::kCodebook) > 0;
  if (starts_codebook || has_fixed_codebook(options_)) check_codebook(*network_, {options_, data_});
  take_over_weights();
}

/// What the run takes over from elsewhere, if anything.
void Trainer::take_over_weights() {
  const TransferOptions& from = options_.transfer;
  const BackboneOptions backbone = backbone_options(options_, data_.train->shape());
  if (!from.start_from.empty()) {
    take_over(*network_, from.start_from, backbone, data_.class_names);
  }
  if (from.weights.empty()) return;
  const WeightsReport report =
      load_weights(*network_, from.weights, backbone.kind,
                   from.partial_weights ? MissingWeights::kKeepStart : MissingWeights::kRefuse);
  if (hooks_.note) hooks_.note(from.weights + ": " + report.text());
}

bool Trainer::follows(Phase earlier) const {
  return position_.phase > 0 && phases_[position_.phase - 1] == earlier;
}

void Trainer::begin_phase() {
  const bool first_of_codes = position_.phase == 0 || follows(Phase::kLinear);
  if (phase() != Phase::kLinear && first_of_codes) start_codes();
  if (group_) group_->broadcast(network_->parameters());
  make_optimizer();
  if (average_.is_on()) average_.start(*network_);
  position_.epoch = 0;
  position_.batch = 0;
  position_.best = -1;
  best_.clear();
}

/// The first phase after the linear one: which class codes, on which backbone.
void Trainer::start_codes() {
  // Whatever was drawn before, in this part of the run or in one before it, changes nothing.
  torch::manual_seed(static_cast<std::uint64_t>(options_.seed));
  const std::string& model = options_.transfer.start_from;
  const bool given = !model.empty() && is_linear_model(model);
  const CodebookSource source{options_, data_, follows(Phase::kLinear) || given};
  const std::string& fixed = options_.codebooks.codebook;
  if (has_fixed_codebook(options_)) {
    set_codebook(*network_, fixed, source);
    repair_codebook();
  } else if (phase() == Phase::kRival && traits_of(options_.method).centres) {
    const PoolRequest request{static_cast<int>(options_.bits), data_.class_names.size(),
                              static_cast<std::uint64_t>(options_.seed)};
    set_codebook(*network_, default_centres(options_.method, request), source.has_classifier);
  } else if (phase() == Phase::kCodebook && options_.codebook_start != "random") {
    const bool left_out = !source.has_classifier && is_optional_start(options_.codebook_start);
    if (!left_out) set_codebook(*network_, options_.codebook_start, source);
  }
  if (options_.warm_start || !follows(Phase::kLinear)) return;
  const torch::Tensor latent = network_->code->latent.detach();
  const bool keep = has_fixed_codebook(options_) || options_.codebook_start != "random";
  network_ = make_network();
  take_over_weights();
  if (!keep) return;
  torch::NoGradGuard no_gradient;
  network_->code->latent.copy_(latent);
}

void Trainer::make_optimizer() {
  optimizer_ = std::make_unique<Sgd>(network_->learnt_tensors(phase()),
                                     SgdOptions{options_.momentum, options_.nesterov});
}

/// The best network of the phase goes on to the next one, or into the model file.
void Trainer::end_phase() {
  if (!best_.empty()) restore(*network_, best_, "", "best network");
  if (phase() == Phase::kCodebook) repair_codebook();
  const bool last = position_.phase + 1 == phases_.size();
  if (last || phase() == Phase::kLinear) save_models();
}

void Trainer::repair_codebook() {
  if (!options_.repair_duplicates) return;
  const torch::Tensor latent = network_->code->latent.detach().cpu().contiguous();
  const int shortest =
      prefixes_of(options_.codebooks, static_cast<int>(options_.bits)).front().bits;
  const RepairedCodes repaired = repair_duplicates(
      network_->code->codes(), {latent.data_ptr<float>(), static_cast<std::size_t>(latent.numel())},
      shortest);
  network_->code->set_codes(repaired.codes);
  if (repaired.moved > 0 && hooks_.note) {
    hooks_.note(std::to_string(repaired.moved) +
                " classes shared a code and moved to the nearest free one");
  }
}

/// The models of a finished run are written again if one has been lost or damaged since.
void Trainer::mend_models() {
  position_.phase = phases_.size() - 1;
  const bool of_codes = phase() != Phase::kLinear;
  try {
    if (of_codes) Container::open(folder_ / "model.llc");
    if (!of_codes || classifier_learns_throughout(options_))
      Container::open(folder_ / "linear.llc");
  } catch (const std::exception&) {
    save_models();
  }
  position_.phase = 0;
}

/// All processes run the data through the network, the first one writes.
void Trainer::save_models() {
  network_->eval();
  const ModelFiles files(*network_, options_, data_);
  const bool of_codes = phase() != Phase::kLinear, reads_answer = network_->code->reads_answer();
  const bool has_linear = !of_codes || classifier_learns_throughout(options_);
  torch::Tensor means, usual_logit;
  if (has_linear || reads_answer) {
    const auto seed = static_cast<std::uint64_t>(options_.seed);
    means = class_means(*network_, data_, seed, group_.get());
  }
  if (has_linear && writes()) files.save_linear(folder_ / "linear.llc", means);
  if (!of_codes) return;
  if (reads_answer) {
    const KnownInstances known = known_instances(*network_, means, data_, group_.get());
    network_->code->recognise(known.classes, known.factor);
    usual_logit = known.usual_logit;
  }
  std::vector<float> projections;
  if (!network_->judged_by_logits(phase())) {
    projections = validation_output(*network_, phase(), data_, validation_options()).projections;
  }
  if (writes()) files.save_codes(folder_, projections, usual_logit);
}

}  // namespace llcodes
