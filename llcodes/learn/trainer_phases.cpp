// What each phase of the trainer begins with and leaves behind.
#include "llcodes/learn/codebooks/codebook_source.h"
#include "llcodes/learn/duplicates.h"
#include "llcodes/learn/model_files.h"
#include "llcodes/learn/trainer.h"
#include "llcodes/learn/transfer.h"

namespace llcodes {

bool Trainer::follows(Phase earlier) const {
  return position_.phase > 0 && phases_[position_.phase - 1] == earlier;
}

void Trainer::begin_phase() {
  const bool first_of_codes = position_.phase == 0 || follows(Phase::kLinear);
  if (phase() != Phase::kLinear && first_of_codes) start_codes();
  make_optimizer();
  if (average_.is_on()) average_.start(*network_);
  position_.epoch = 0;
  position_.batch = 0;
  position_.best = -1;
  best_.clear();
}

/// The first phase after the linear one: which class codes, on which backbone.
void Trainer::start_codes() {
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
    // Without a classifier the default start falls back to random values.
    const bool possible = source.has_classifier || options_.codebook_start != "svd";
    if (possible) set_codebook(*network_, options_.codebook_start, source);
  }
  if (options_.warm_start || !follows(Phase::kLinear)) return;
  const torch::Tensor latent = network_->code->latent.detach();
  const bool keep = has_fixed_codebook(options_) || options_.codebook_start != "random";
  network_ = make_network();
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
  const torch::Tensor latent = network_->code->latent.detach().contiguous();
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

void Trainer::save_models() {
  network_->eval();
  const ModelFiles files(*network_, options_, data_);
  if (phase() == Phase::kLinear)
    files.save_linear(folder_ / "linear.llc");
  else
    files.save_codes(folder_);
}

}  // namespace llcodes
