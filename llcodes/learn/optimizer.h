// Stochastic gradient descent with momentum, weight decay by group, and a cosine schedule.
#pragma once

#include <torch/torch.h>

#include <cstdint>
#include <string>
#include <vector>

namespace llcodes {

/// Learning rate of a step: linear warm-up from a tenth, then half a cosine down to zero at the
/// last step. Times are in epochs; `now` lies in [0, epochs).
struct Schedule {
  double learning_rate = 0.1;
  double warmup_epochs = 0;
  double epochs = 1;

  double at(double now) const;
};

/// What a step moves the tensors by: codes may learn at another pace than what they stand on.
struct LearningRates {
  double phase = 0;       ///< of what the phase is about
  double throughout = 0;  ///< of what all phases learn: backbone and classifier
};

/// One tensor to optimise, with its own weight decay and factor of the learning rate.
struct OptimizedTensor {
  std::string name;
  torch::Tensor parameter;
  double weight_decay = 0;
  double rate_factor = 1;   ///< of the learning rate
  bool throughout = false;  ///< which of the learning rates
};

inline std::int64_t number_of_parameters(const std::vector<OptimizedTensor>& tensors) {
  std::int64_t count = 0;
  for (const OptimizedTensor& tensor : tensors) count += tensor.parameter.numel();
  return count;
}

struct SgdOptions {
  double momentum = 0.9;
  bool nesterov = true;
};

/// g += decay * p;  v = momentum * v + g;  p -= rate * (nesterov ? g + momentum * v : v).
class Sgd {
 public:
  Sgd(std::vector<OptimizedTensor> tensors, SgdOptions options);

  void zero_gradients();
  void step(const LearningRates& rates);
  void step(double learning_rate) { step({learning_rate, learning_rate}); }

  const std::vector<OptimizedTensor>& tensors() const { return tensors_; }
  /// The momentum of each tensor, in the order of tensors(); whole state of the optimiser.
  std::vector<torch::Tensor>& velocities() { return velocities_; }

 private:
  std::vector<OptimizedTensor> tensors_;
  std::vector<torch::Tensor> velocities_;
  SgdOptions options_;
};

}  // namespace llcodes
