// Batch norm over all positions of a channel, for vectors [n, c] and pictures [n, c, h, w].
//
// Several processes that train together each see a part of the batch. With rank sums the mean and
// variance are those of the whole batch, so that n processes compute what one would; without, they
// are those of each part, as is usual, which is cheaper and slightly different.
#pragma once

#include <torch/torch.h>

#include <memory>

namespace llcodes {

/// Adds up a tensor over all processes that train together; each gets the sum.
class RankSums {
 public:
  virtual ~RankSums() = default;
  virtual void sum(torch::Tensor& tensor) = 0;
};

/// Mean and biased variance of every channel over `count` positions, as float64.
struct ChannelMoments {
  torch::Tensor mean, variance;
  double count = 0;
};

/// The moments of all positions, from those of this process's part.
ChannelMoments moments_of_all(const ChannelMoments& part, RankSums& ranks);

/// Names of parameters and buffers are those of torch's BatchNorm.
class BatchNormImpl : public torch::nn::BatchNormImplBase<2, BatchNormImpl> {
 public:
  explicit BatchNormImpl(std::int64_t channels)
      : BatchNormImplBase(torch::nn::BatchNormOptions(channels)) {}

  torch::Tensor forward(const torch::Tensor& input);
  void synchronise(std::shared_ptr<RankSums> ranks) { ranks_ = std::move(ranks); }
  /// Those it shares its statistics with; null: nobody.
  RankSums* ranks() const { return ranks_.get(); }
  /// True once the convolution before it does its work: it passes its input on.
  bool is_folded() const { return !weight.defined(); }

 protected:
  void _check_input_dim(const torch::Tensor&) override {}

 private:
  torch::Tensor forward_together(const torch::Tensor& input);

  std::shared_ptr<RankSums> ranks_;
};
TORCH_MODULE(BatchNorm);

/// Makes every batch norm inside `module` use the statistics of all processes.
void synchronise_batch_norms(torch::nn::Module& module, const std::shared_ptr<RankSums>& ranks);

}  // namespace llcodes
