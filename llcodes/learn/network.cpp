#include "llcodes/learn/network.h"

#include <ATen/CPUGeneratorImpl.h>

#include <cmath>

#include "llcodes/learn/frozen_layers.h"
#include "llcodes/learn/losses.h"
#include "llcodes/learn/mixup.h"

namespace llcodes {
namespace {

constexpr double kCosineScale = 16;  // of --score-cosine, where --score-scale is 0

CodeHeadOptions head_options(const TrainOptions& options) {
  CodeHeadOptions head{
      .num_bits = options.bits, .code_norm = options.code_norm, .answer = options.answer};
  if (is_rival(options.method)) {
    head.answer = 0;
    head.code_norm = traits_of(options.method).code_norm;
    head.bias = true;
  }
  return head;
}

ScoreOptions score_options(const TrainOptions& options, int bits) {
  double scale = options.score_scale;
  if (scale == 0) scale = options.objective.score_cosine ? kCosineScale : 1 / std::sqrt(bits);
  return {.scale = scale,
          .margin = options.objective.score_margin,
          .cosine = options.objective.score_cosine};
}

/// Dropout with a generator of its own, so that a resumed run draws the same.
torch::Tensor dropped(const torch::Tensor& features, double share, std::uint64_t key) {
  const at::Generator generator = at::detail::createCPUGenerator(key);
  const torch::Tensor kept = torch::empty(features.sizes()).bernoulli_(1 - share, generator);
  return features * kept.to(features.options()) / (1 - share);
}

torch::Tensor first_columns(const torch::Tensor& matrix, int count) {
  return matrix.narrow(1, 0, count);
}

}  // namespace

BackboneOptions backbone_options(const TrainOptions& options, const InputShape& input) {
  std::string kind = options.backbone;
  if (kind == "auto") kind = input.is_picture ? "cnn" : "mlp";
  return {.kind = kind,
          .input = input,
          .width = options.width,
          .depth = options.depth,
          .stages = options.stages,
          .stem_stride = options.stem_stride,
          .pool = options.pool,
          .features = options.features,
          .hidden = options.hidden,
          .hidden_layers = options.hidden_layers,
          .stride_on_1x1 = options.stride_on_1x1};
}

Network::Network(const BackboneOptions& backbone_options, std::int64_t num_classes,
                 const TrainOptions& options)
    : options_(options), prefixes_(prefixes_of(options.codebooks, static_cast<int>(options.bits))) {
  backbone = register_module("backbone", make_backbone(backbone_options));
  linear = register_module("linear",
                           std::make_shared<LinearHead>(backbone->feature_size(), num_classes));
  CodeHeadOptions head = head_options(options);
  head.feature_size = backbone->feature_size();
  head.num_classes = num_classes;
  code = register_module("code", std::make_shared<CodeHead>(head));
  frozen_ = freeze_layers(*backbone, options.transfer.freeze_layers);
  if (!is_rival(options.method)) return;
  rival = register_module("rival", make_rival({.method = options.method,
                                               .num_bits = options.bits,
                                               .num_classes = num_classes,
                                               .weight = options.objective.rival_weight}));
}

Network::Outputs Network::training_output(Phase phase, const torch::Tensor& input,
                                          std::uint64_t key) {
  torch::Tensor features = backbone->forward(input);
  const double dropout = options_.objective.feature_dropout;
  if (dropout > 0) features = dropped(features, dropout, key);
  if (phase == Phase::kLinear) return {.head = linear->logits(features)};
  if (!keeps_classifier(phase)) return {.head = codes_of(features, answers(features))};
  const torch::Tensor logits = linear->logits(features);
  return {.head = codes_of(features, logits), .logits = logits};
}

bool Network::keeps_classifier(Phase phase) const {
  return options_.objective.class_loss > 0 &&
         (phase == Phase::kCodebook || phase == Phase::kInstance);
}

torch::Tensor Network::answers(const torch::Tensor& features) {
  return code->reads_answer() ? linear->logits(features) : torch::Tensor();
}

/// Codes read what the classifier answers and do not teach it: it answers as one that learns alone.
torch::Tensor Network::codes_of(const torch::Tensor& features, const torch::Tensor& logits) {
  return code->project(features, logits.defined() ? logits.detach() : logits);
}

torch::Tensor Network::output(Phase phase, const torch::Tensor& input) {
  const torch::Tensor features = backbone->forward(input);
  if (phase == Phase::kLinear) return linear->logits(features);
  if (keeps_classifier(phase)) {
    const torch::Tensor logits = linear->logits(features);
    return torch::cat({codes_of(features, logits), logits}, 1);
  }
  const torch::Tensor out = codes_of(features, answers(features));
  return phase == Phase::kRival && judged_by_logits(phase) ? rival->logits(out) : out;
}

bool Network::judged_by_logits(Phase phase) const {
  return phase == Phase::kLinear ||
         (phase == Phase::kRival && traits_of(options_.method).judged_by_logits);
}

torch::Tensor Network::loss(Phase phase, const TrainingBatch& batch) {
  if (options_.objective.mixup == 0) {
    return loss_of(phase, training_output(phase, batch.input, batch.key), batch);
  }
  const Mixture mixture = draw_mixture(options_.objective.mixup, batch.labels.size(0), batch.key);
  const torch::Tensor rows = mixture.partners.to(batch.input.device());
  const torch::Tensor mixed =
      torch::lerp(batch.input.index_select(0, rows), batch.input, mixture.share);
  const Outputs out = training_output(phase, mixed, batch.key);
  TrainingBatch partners = batch;
  partners.labels = batch.labels.index_select(0, rows);
  return mixture.share * loss_of(phase, out, batch) +
         (1 - mixture.share) * loss_of(phase, out, partners);
}

torch::Tensor Network::loss_of(Phase phase, const Outputs& out, const TrainingBatch& batch) {
  const torch::Tensor loss = head_loss(phase, out.head, batch);
  if (!out.logits.defined()) return loss;
  return loss + options_.objective.class_loss *
                    smoothed_cross_entropy(out.logits, batch.labels, options_.label_smoothing);
}

torch::Tensor Network::head_loss(Phase phase, const torch::Tensor& out,
                                 const TrainingBatch& batch) {
  switch (phase) {
    case Phase::kLinear:
      return smoothed_cross_entropy(out, batch.labels, options_.label_smoothing);
    case Phase::kCodebook:
      return codebook_phase_loss(out, batch.labels);
    case Phase::kInstance:
      return instance_phase_loss(out, batch.labels);
    case Phase::kRival:
      return rival_phase_loss(out, batch);
  }
  throw std::logic_error("unknown phase");
}

/// Eq. 2 of each prefix that is to be a codebook; without --nested that is the code alone.
torch::Tensor Network::codebook_phase_loss(const torch::Tensor& z, const torch::Tensor& labels) {
  const torch::Tensor codebook = code->codebook();
  const ObjectiveOptions& objective = options_.objective;
  torch::Tensor total;
  for (const auto& [bits, weight] : prefixes_) {
    const torch::Tensor codes = first_columns(codebook, bits);
    torch::Tensor loss = codebook_loss(
        first_columns(z, bits), codes, labels,
        {.scores = score_options(options_, bits), .label_smoothing = options_.label_smoothing});
    if (objective.distance_weight > 0) {
      loss = loss + objective.distance_weight * distance_pressure(codes, objective.distance_target);
    }
    total = total.defined() ? total + weight * loss : weight * loss;
  }
  return total;
}

/// Eq. 3 has one term a bit, so it trains every prefix already.
torch::Tensor Network::instance_phase_loss(const torch::Tensor& z, const torch::Tensor& labels) {
  return instance_loss(z, code->codebook().detach(), labels,
                       {.sum_bits = options_.bit_loss == "sum",
                        .soft_loss = options_.soft_loss,
                        .smoothing = options_.objective.bit_smoothing,
                        .margin = options_.objective.bit_margin,
                        .balance = options_.objective.bit_balance});
}

torch::Tensor Network::rival_phase_loss(const torch::Tensor& z, const TrainingBatch& batch) {
  if (!traits_of(options_.method).centres) code->follow(z, batch.labels);
  return rival->loss(z, {batch.labels, code->codebook().detach(), batch.step});
}

std::vector<OptimizedTensor> Network::learnt_tensors(Phase phase) {
  const double rate_of_backbone = backbone_rate(phase, options_);
  std::vector<OptimizedTensor> tensors;
  for (auto& item : named_parameters()) {
    const std::string& name = item.key();
    const bool of_linear = name.starts_with("linear.");
    const bool of_codes = name.starts_with("code.") || name.starts_with("rival.");
    const bool is_codebook = name == "code.codebook";
    if (of_linear && phase != Phase::kLinear && !keeps_classifier(phase)) continue;
    if (of_codes && phase == Phase::kLinear) continue;
    if (is_codebook && phase != Phase::kCodebook) continue;
    if (!item.value().requires_grad()) continue;
    const double decay = is_codebook              ? options_.codebook_decay
                         : item.value().dim() > 1 ? options_.weight_decay
                                                  : options_.norm_decay;
    const double rate = is_codebook                     ? options_.codebook_rate
                        : name.starts_with("backbone.") ? rate_of_backbone
                                                        : 1.0;
    const bool throughout = !of_codes && epochs_throughout(options_) > 0;
    tensors.push_back({name, item.value(), decay, rate, throughout});
  }
  return tensors;
}

void Network::after_step(Phase phase) {
  if (phase != Phase::kCodebook || !options_.clip_codes) return;
  torch::NoGradGuard no_gradient;
  code->latent.clamp_(-1, 1);
}

void Network::train(bool on) {
  torch::nn::Module::train(on);
  for (const auto& module : frozen_) module->eval();
}

}  // namespace llcodes
