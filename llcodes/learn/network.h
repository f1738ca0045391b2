// The whole network under training: one backbone, the linear reference head, the code head, a
// rival's loss where one is asked for, and the losses that train them.
#pragma once

#include <torch/torch.h>

#include <memory>
#include <string>
#include <vector>

#include "llcodes/learn/heads.h"
#include "llcodes/learn/optimizer.h"
#include "llcodes/learn/phases.h"
#include "llcodes/learn/rivals/rival.h"
#include "llcodes/nn/backbone.h"

namespace llcodes {

/// The backbone that the options ask for, `auto` resolved by the kind of data.
BackboneOptions backbone_options(const TrainOptions& options, const InputShape& input);

/// One batch on its way through the network.
struct TrainingBatch {
  torch::Tensor input;
  torch::Tensor labels;
  std::int64_t step = 0;  ///< of the phase, from 0
  std::uint64_t key = 0;  ///< of all draws of this step
};

class Network : public torch::nn::Module {
 public:
  Network(const BackboneOptions& backbone, std::int64_t num_classes, const TrainOptions& options);

  /// The loss of one batch in `phase`.
  torch::Tensor loss(Phase phase, const TrainingBatch& batch);
  /// What the phase is judged by: logits [n, L], or z [n, k]; behind z the logits [n, L] of the
  /// classifier, where it learns beside the codes.
  torch::Tensor output(Phase phase, const torch::Tensor& input);
  bool judged_by_logits(Phase phase) const;
  /// True where the linear classifier learns beside the codes, on the same features.
  bool keeps_classifier(Phase phase) const;
  /// The tensors that `phase` learns, with their weight decay and factor of the learning rate.
  std::vector<OptimizedTensor> learnt_tensors(Phase phase);
  /// Training mode; frozen layers stay in evaluation mode, so that their statistics stay too.
  void train(bool on = true) override;
  /// After each step: keeps the latent codebook within bounds where asked.
  void after_step(Phase phase);

  std::shared_ptr<Backbone> backbone;
  std::shared_ptr<LinearHead> linear;
  std::shared_ptr<CodeHead> code;
  std::shared_ptr<Rival> rival;  ///< null unless the method is one

 private:
  /// What a step's losses are computed from; undefined where there is none.
  struct Outputs {
    torch::Tensor head;    ///< of the phase's head: logits, or z
    torch::Tensor logits;  ///< of the classifier that learns beside the codes
  };
  Outputs training_output(Phase phase, const torch::Tensor& input, std::uint64_t key);
  /// The classifier's logits where codes read them, else undefined.
  torch::Tensor answers(const torch::Tensor& features);
  torch::Tensor codes_of(const torch::Tensor& features, const torch::Tensor& logits);
  torch::Tensor loss_of(Phase phase, const Outputs& out, const TrainingBatch& batch);
  torch::Tensor head_loss(Phase phase, const torch::Tensor& out, const TrainingBatch& batch);
  torch::Tensor codebook_phase_loss(const torch::Tensor& z, const torch::Tensor& labels);
  torch::Tensor instance_phase_loss(const torch::Tensor& z, const torch::Tensor& labels);
  torch::Tensor rival_phase_loss(const torch::Tensor& z, const TrainingBatch& batch);

  TrainOptions options_;
  std::vector<Prefix> prefixes_;
  std::vector<std::shared_ptr<torch::nn::Module>> frozen_;
};

}  // namespace llcodes
