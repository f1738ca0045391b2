// The whole network under training: one backbone, the linear reference head and the code head, and
// the three losses that train it.
#pragma once

#include <torch/torch.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "llcodes/learn/heads.h"
#include "llcodes/learn/optimizer.h"
#include "llcodes/learn/train_options.h"
#include "llcodes/nn/backbone.h"

namespace llcodes {

enum class Phase { kLinear, kCodebook, kInstance };

std::string_view name_of(Phase phase);  ///< "linear", "phase1", "phase2"

class Network : public torch::nn::Module {
 public:
  Network(const BackboneOptions& backbone, std::int64_t num_classes, const TrainOptions& options);

  /// The loss of one batch in `phase`.
  torch::Tensor loss(Phase phase, const torch::Tensor& input, const torch::Tensor& labels);
  /// What the phase is judged by: logits [n, L] of the linear head, or z [n, k].
  torch::Tensor output(Phase phase, const torch::Tensor& input);
  /// The tensors that `phase` learns, with their weight decay.
  std::vector<OptimizedTensor> learnt_tensors(Phase phase);
  /// Training mode; frozen layers stay in evaluation mode, so that their statistics stay too.
  void train(bool on = true) override;
  /// After each step: keeps the latent codebook within bounds where asked.
  void after_step(Phase phase);

  std::shared_ptr<Backbone> backbone;
  std::shared_ptr<LinearHead> linear;
  std::shared_ptr<CodeHead> code;

 private:
  TrainOptions options_;
  std::vector<std::shared_ptr<torch::nn::Module>> frozen_;
};

}  // namespace llcodes
