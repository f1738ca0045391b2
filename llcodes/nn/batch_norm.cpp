#include "llcodes/nn/batch_norm.h"

// libtorch's header declares this for every kind of batch norm but defines it for its own alone.
template <>
void torch::nn::BatchNormImplBase<2, llcodes::BatchNormImpl>::pretty_print(
    std::ostream& stream) const {
  stream << "llcodes::BatchNorm(" << this->options.num_features() << ")";
}

namespace llcodes {
namespace {

std::vector<std::int64_t> all_but_channels(const torch::Tensor& x) {
  return x.dim() == 4 ? std::vector<std::int64_t>{0, 2, 3} : std::vector<std::int64_t>{0};
}

/// A value a channel, ready to be combined with x.
torch::Tensor along_channels(const torch::Tensor& values, const torch::Tensor& x) {
  return x.dim() == 4 ? values.view({1, -1, 1, 1}) : values.view({1, -1});
}

ChannelMoments moments_of(const torch::Tensor& x) {
  const auto [variance, mean] = torch::var_mean(x, all_but_channels(x), false);
  return {mean.to(torch::kFloat64), variance.to(torch::kFloat64),
          static_cast<double>(x.numel()) / static_cast<double>(x.size(1))};
}

/// y = (x - mean) / deviation * weight + bias, where mean and deviation are functions of the x of
/// all processes: their gradients are summed over all of them too.
struct NormTogether : torch::autograd::Function<NormTogether> {
  static torch::Tensor forward(torch::autograd::AutogradContext* context, const torch::Tensor& x,
                               const torch::Tensor& weight, const torch::Tensor& bias,
                               const torch::Tensor& mean, const torch::Tensor& variance,
                               double epsilon, double count, std::int64_t ranks) {
    const torch::Tensor inverse = torch::rsqrt(variance + epsilon);
    context->save_for_backward({x, weight, mean, inverse});
    context->saved_data["count"] = count;
    context->saved_data["ranks"] = ranks;
    return torch::batch_norm(x, weight, bias, mean, variance, false, 0, epsilon, false);
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               torch::autograd::tensor_list gradients) {
    const auto saved = context->get_saved_variables();
    const torch::Tensor &x = saved[0], &weight = saved[1], &mean = saved[2], &inverse = saved[3];
    const torch::Tensor& g = gradients[0];
    const double count = context->saved_data["count"].toDouble();
    auto* ranks = reinterpret_cast<RankSums*>(context->saved_data["ranks"].toInt());
    const torch::Tensor normed = (x - along_channels(mean, x)) * along_channels(inverse, x);
    const torch::Tensor bias_gradient = g.sum(all_but_channels(x));
    const torch::Tensor weight_gradient = (g * normed).sum(all_but_channels(x));
    torch::Tensor sums = torch::cat({bias_gradient, weight_gradient}).to(torch::kFloat64);
    ranks->sum(sums);
    const torch::Tensor means = (sums / count).to(x.dtype());
    const auto channels = x.size(1);
    const torch::Tensor x_gradient =
        (g - along_channels(means.narrow(0, 0, channels), x) -
         normed * along_channels(means.narrow(0, channels, channels), x)) *
        along_channels(weight * inverse, x);
    return {x_gradient, weight_gradient, bias_gradient, {}, {}, {}, {}, {}};
  }
};

}  // namespace

ChannelMoments moments_of_all(const ChannelMoments& part, RankSums& ranks) {
  const torch::Tensor& mean = part.mean;
  torch::Tensor sums =
      torch::cat({mean * part.count, (part.variance + mean * mean) * part.count,
                  torch::full({1}, part.count, mean.options())});
  ranks.sum(sums);
  const double total = sums[-1].item<double>();
  const auto channels = mean.size(0);
  const torch::Tensor all_mean = sums.narrow(0, 0, channels) / total;
  const torch::Tensor all_variance =
      (sums.narrow(0, channels, channels) / total - all_mean * all_mean).clamp_min(0);
  return {all_mean, all_variance, total};
}

torch::Tensor BatchNormImpl::forward(const torch::Tensor& input) {
  if (is_folded()) return input;
  const bool together = ranks_ != nullptr && is_training();
  return together ? forward_together(input) : BatchNormImplBase::forward(input);
}

torch::Tensor BatchNormImpl::forward_together(const torch::Tensor& input) {
  ChannelMoments moments;
  {
    torch::NoGradGuard no_gradient;
    moments = moments_of_all(moments_of(input), *ranks_);
    moments.mean = moments.mean.to(input.dtype());
    moments.variance = moments.variance.to(input.dtype());
    const double rate = *options.momentum();
    const double unbiased = moments.count / std::max(moments.count - 1, 1.0);
    running_mean.mul_(1 - rate).add_(moments.mean, rate);
    running_var.mul_(1 - rate).add_(moments.variance, rate * unbiased);
    num_batches_tracked.add_(1);
  }
  return NormTogether::apply(input, weight, bias, moments.mean, moments.variance, options.eps(),
                             moments.count, reinterpret_cast<std::int64_t>(ranks_.get()));
}

void synchronise_batch_norms(torch::nn::Module& module, const std::shared_ptr<RankSums>& ranks) {
  for (const auto& child : module.modules()) {
    if (auto* norm = child->as<BatchNormImpl>()) norm->synchronise(ranks);
  }
}

}  // namespace llcodes
