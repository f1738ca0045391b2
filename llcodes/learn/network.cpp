#include "llcodes/learn/network.h"

#include <cmath>

#include "llcodes/learn/frozen_layers.h"

namespace llcodes {

std::string_view name_of(Phase phase) {
  switch (phase) {
    case Phase::kLinear: return "linear";
    case Phase::kCodebook: return "phase1";
    case Phase::kInstance: return "phase2";
  }
  return "";
}

Network::Network(const BackboneOptions& backbone_options, std::int64_t num_classes,
                 const TrainOptions& options)
    : options_(options) {
  backbone = register_module("backbone", make_backbone(backbone_options));
  linear = register_module("linear",
                           std::make_shared<LinearHead>(backbone->feature_size(), num_classes));
  code = register_module("code", std::make_shared<CodeHead>(CodeHeadOptions{
                                     .feature_size = backbone->feature_size(),
                                     .num_classes = num_classes,
                                     .num_bits = options.bits,
                                     .code_norm = options.code_norm}));
  frozen_ = freeze_by_prefix(*backbone, options.weights.freeze_layers);
}

void Network::train(bool on) {
  Module::train(on);
  for (const auto& module : frozen_) module->eval();
}

torch::Tensor Network::loss(Phase phase, const torch::Tensor& input, const torch::Tensor& labels) {
  const torch::Tensor out = output(phase, input);
  switch (phase) {
    case Phase::kLinear:
      return smoothed_cross_entropy(out, labels, options_.label_smoothing);
    case Phase::kCodebook: {
      const double bits = static_cast<double>(options_.bits);
      const double scale = options_.score_scale > 0 ? options_.score_scale : 1 / std::sqrt(bits);
      return codebook_loss(out, code->codebook(), labels,
                           {.scale = scale, .label_smoothing = options_.label_smoothing});
    }
    case Phase::kInstance:
      return instance_loss(
          out, code->codebook().detach(), labels,
          {.sum_bits = options_.bit_loss == "sum", .soft_loss = options_.soft_loss});
  }
  throw std::logic_error("unknown phase");
}

torch::Tensor Network::output(Phase phase, const torch::Tensor& input) {
  const torch::Tensor features = backbone->forward(input);
  return phase == Phase::kLinear ? linear->logits(features) : code->project(features);
}

std::vector<OptimizedTensor> Network::learnt_tensors(Phase phase) {
  std::vector<OptimizedTensor> tensors;
  for (auto& item : named_parameters()) {
    const std::string& name = item.key();
    const bool of_linear = name.starts_with("linear.");
    const bool of_code = name.starts_with("code.");
    const bool is_codebook = name == "code.codebook";
    if (!item.value().requires_grad()) continue;
    if (of_linear && phase != Phase::kLinear) continue;
    if (of_code && phase == Phase::kLinear) continue;
    if (is_codebook && phase != Phase::kCodebook) continue;
    const double decay = is_codebook              ? options_.codebook_decay
                         : item.value().dim() > 1 ? options_.weight_decay
                                                  : options_.norm_decay;
    const bool of_backbone = !of_linear && !of_code;
    tensors.push_back({name, item.value(), decay, of_backbone ? options_.weights.backbone_rate : 1});
  }
  return tensors;
}

void Network::after_step(Phase phase) {
  if (phase != Phase::kCodebook || !options_.clip_codes) return;
  torch::NoGradGuard no_gradient;
  code->latent.clamp_(-1, 1);
}

}  // namespace llcodes
