// The mean of the weights over the steps of a phase: smoother than the last step's, and what is
// judged and saved where it is switched on.
#pragma once

#include "llcodes/learn/checkpoint.h"

namespace llcodes {

class WeightAverage {
 public:
  /// mean = d mean + (1 - d) weights with d = min(decay, (1 + step) / (10 + step)), so that the
  /// first steps are soon forgotten; from the hundredth step on four steps at a time. Counters
  /// (whole numbers) are copied.
  explicit WeightAverage(double decay) : decay_(decay) {}

  bool is_on() const { return decay_ > 0; }
  void start(const torch::nn::Module& network);
  void update(const torch::nn::Module& network, std::int64_t step);

  const TensorMap& tensors() const { return tensors_; }
  void set_tensors(TensorMap tensors) { tensors_ = std::move(tensors); }

 private:
  double decay_;
  TensorMap tensors_;
};

}  // namespace llcodes
