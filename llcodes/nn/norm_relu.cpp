#include "llcodes/nn/norm_relu.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "llcodes/nn/norm_kernels.h"

namespace llcodes {
namespace {

using torch::Tensor;

constexpr std::int64_t kBlockFloats = 16 * 1024;  // a block of rows stays in the nearest caches

/// A tensor with channels innermost, as rows of channels, cut into blocks.
struct Rows {
  std::int64_t rows, channels, block_rows;

  explicit Rows(const Tensor& x)
      : rows(x.numel() / x.size(1)),
        channels(x.size(1)),
        block_rows(std::max<std::int64_t>(kBlockFloats / channels, 1)) {}

  std::int64_t blocks() const { return (rows + block_rows - 1) / block_rows; }

  /// Calls work(block, first value of the block) for every block, in parallel.
  template <class Work>
  void for_each_block(const Work& work) const {
    at::parallel_for(0, blocks(), 1, [&](std::int64_t first, std::int64_t last) {
      for (std::int64_t block = first; block < last; ++block) {
        const std::int64_t start = block * block_rows;
        const auto count = static_cast<std::size_t>(std::min(block_rows, rows - start));
        work(block, start * channels, RowBlock{count, static_cast<std::size_t>(channels)});
      }
    });
  }
};

struct Moments {
  std::vector<double> mean, variance;  // biased
  double count = 0;                    // positions
};

/// Chan's way to join the moments of blocks, in their order.
Moments moments_of(const Tensor& x, const Rows& rows) {
  const auto channels = static_cast<std::size_t>(rows.channels);
  const auto blocks = static_cast<std::size_t>(rows.blocks());
  std::vector<float> sums(blocks * channels), squares(blocks * channels);
  const float* values = x.data_ptr<float>();
  rows.for_each_block([&](std::int64_t block, std::int64_t at, RowBlock size) {
    const std::size_t place = static_cast<std::size_t>(block) * channels;
    block_moments(size, values + at, sums.data() + place, squares.data() + place);
  });
  Moments moments{std::vector<double>(channels), std::vector<double>(channels),
                  static_cast<double>(rows.rows)};
  for (std::size_t c = 0; c < channels; ++c) {
    double mean = 0, square = 0, count = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
      const auto start = static_cast<std::int64_t>(block) * rows.block_rows;
      const auto more = static_cast<double>(std::min(rows.block_rows, rows.rows - start));
      const double delta = sums[block * channels + c] / more - mean;
      const double total = count + more;
      mean += delta * more / total;
      square += squares[block * channels + c] + delta * delta * count * more / total;
      count = total;
    }
    moments.mean[c] = mean;
    moments.variance[c] = square / count;
  }
  return moments;
}

/// The same over the parts of all processes.
Moments join(Moments part, RankSums& ranks) {
  const auto tensor = [](std::vector<double>& values) {
    return torch::from_blob(values.data(), {static_cast<std::int64_t>(values.size())},
                            torch::kFloat64);
  };
  const auto values = [](const Tensor& t) {
    return std::vector<double>(t.data_ptr<double>(), t.data_ptr<double>() + t.numel());
  };
  const ChannelMoments all =
      moments_of_all({tensor(part.mean), tensor(part.variance), part.count}, ranks);
  return {values(all.mean), values(all.variance), all.count};
}

/// scale and shift of batch norm as one affine map a channel: [2, channels].
struct Affine {
  std::vector<float> scale, shift;

  Affine(const Moments& moments, const Tensor& weight, const Tensor& bias, double epsilon) {
    const float* gamma = weight.data_ptr<float>();
    const float* beta = bias.data_ptr<float>();
    for (std::size_t c = 0; c < moments.mean.size(); ++c) {
      const double factor = gamma[c] / std::sqrt(moments.variance[c] + epsilon);
      scale.push_back(static_cast<float>(factor));
      shift.push_back(static_cast<float>(beta[c] - moments.mean[c] * factor));
    }
  }
};

Tensor affine_relu(const Tensor& x, const Tensor& residual, const Affine& affine) {
  const Rows rows(x);
  Tensor y = torch::empty_like(x);
  const float* values = x.data_ptr<float>();
  const float* more = residual.defined() ? residual.data_ptr<float>() : nullptr;
  float* out = y.data_ptr<float>();
  rows.for_each_block([&](std::int64_t, std::int64_t at, RowBlock size) {
    scale_shift_relu(size, values + at, more ? more + at : nullptr, affine.scale.data(),
                     affine.shift.data(), out + at);
  });
  return y;
}

/// Running statistics as torch keeps them: with the unbiased variance.
void update_running(BatchNormImpl& norm, const Moments& moments) {
  const double momentum = norm.options.momentum().value();
  const double unbiased = moments.count / std::max(moments.count - 1, 1.0);
  float* mean = norm.running_mean.data_ptr<float>();
  float* variance = norm.running_var.data_ptr<float>();
  for (std::size_t c = 0; c < moments.mean.size(); ++c) {
    mean[c] += static_cast<float>(momentum * (moments.mean[c] - mean[c]));
    variance[c] += static_cast<float>(momentum * (moments.variance[c] * unbiased - variance[c]));
  }
}

/// What the backward step knows and finds, channel by channel.
struct Backward {
  const Tensor &x, &y, &gradient, &weight;
  std::vector<float> mean, deviation;
  Rows rows{x};

  /// Sums of g and of g x^ over all rows, x^ = (x - mean) / deviation: the gradients of bias and
  /// weight.
  std::pair<Tensor, Tensor> sums() const {
    const auto channels = static_cast<std::size_t>(rows.channels);
    std::vector<float> sums(static_cast<std::size_t>(rows.blocks()) * channels), products = sums;
    rows.for_each_block([&](std::int64_t block, std::int64_t at, RowBlock size) {
      const std::size_t place = static_cast<std::size_t>(block) * channels;
      gradient_sums(size, gradient.data_ptr<float>() + at, y.data_ptr<float>() + at,
                    x.data_ptr<float>() + at, mean.data(), sums.data() + place,
                    products.data() + place);
    });
    Tensor bias = torch::empty_like(weight), scale = torch::empty_like(weight);
    for (std::size_t c = 0; c < channels; ++c) {
      double sum = 0, product = 0;
      for (std::size_t i = c; i < sums.size(); i += channels)
        sum += sums[i], product += products[i];
      bias.data_ptr<float>()[c] = static_cast<float>(sum);
      scale.data_ptr<float>()[c] = static_cast<float>(product / deviation[c]);
    }
    return {bias, scale};
  }

  /// dx = weight / deviation (g - mean(g) - x^ mean(g x^)), as one affine map a channel, where the
  /// means are sums over `count` positions; writes g too if it is defined.
  Tensor input(const Tensor& sum_g, const Tensor& sum_gx, double count, Tensor& g) const {
    const auto channels = static_cast<std::size_t>(rows.channels);
    std::vector<float> a(channels), b(channels), c(channels);
    for (std::size_t i = 0; i < channels; ++i) {
      const double scale = weight.data_ptr<float>()[i] / deviation[i];
      const double slope = -scale * sum_gx.data_ptr<float>()[i] / (deviation[i] * count);
      a[i] = static_cast<float>(scale);
      b[i] = static_cast<float>(slope);
      c[i] = static_cast<float>(-scale * sum_g.data_ptr<float>()[i] / count - slope * mean[i]);
    }
    Tensor dx = torch::empty_like(x);
    rows.for_each_block([&](std::int64_t, std::int64_t at, RowBlock size) {
      input_gradient(size, gradient.data_ptr<float>() + at, y.data_ptr<float>() + at,
                     x.data_ptr<float>() + at, a.data(), b.data(), c.data(),
                     dx.data_ptr<float>() + at, g.defined() ? g.data_ptr<float>() + at : nullptr);
    });
    return dx;
  }
};

struct NormRelu : torch::autograd::Function<NormRelu> {
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x,
                        const c10::optional<Tensor>& residual, const Tensor& weight,
                        const Tensor& bias, double epsilon, const Moments& moments,
                        RankSums* ranks) {
    const Tensor y =
        affine_relu(x, residual.value_or(Tensor()), Affine(moments, weight, bias, epsilon));
    std::vector<double> deviation;
    for (const double variance : moments.variance)
      deviation.push_back(std::sqrt(variance + epsilon));
    context->save_for_backward({x, y, weight});
    context->saved_data["mean"] = moments.mean;
    context->saved_data["deviation"] = deviation;
    context->saved_data["count"] = moments.count;
    context->saved_data["residual"] = residual.has_value();
    context->saved_data["ranks"] = reinterpret_cast<std::int64_t>(ranks);
    return y;
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               torch::autograd::tensor_list gradients) {
    const auto saved = context->get_saved_variables();
    const auto channel_values = [&](const char* name) {
      const std::vector<double> values = context->saved_data[name].toDoubleVector();
      return std::vector<float>(values.begin(), values.end());
    };
    const Tensor& x = saved[0];
    const Tensor gradient = gradients[0].contiguous(x.suggest_memory_format());
    const Backward backward{
        x, saved[1], gradient, saved[2], channel_values("mean"), channel_values("deviation")};
    Tensor g = context->saved_data["residual"].toBool() ? torch::empty_like(x) : Tensor();
    const auto [sum_g, sum_gx] = backward.sums();
    Tensor all = torch::stack({sum_g, sum_gx});
    auto* ranks = reinterpret_cast<RankSums*>(context->saved_data["ranks"].toInt());
    if (ranks != nullptr) ranks->sum(all);
    const Tensor dx =
        backward.input(all[0], all[1], context->saved_data["count"].toDouble(), g);
    return {dx, g, sum_gx, sum_g, Tensor(), Tensor(), Tensor()};
  }
};

Moments running_moments(const Tensor& mean, const Tensor& variance) {
  const float* m = mean.data_ptr<float>();
  const float* v = variance.data_ptr<float>();
  return {{m, m + mean.numel()}, {v, v + variance.numel()}, 0};
}

/// Whether the fused way applies: floats on the CPU, channels innermost. Elsewhere torch's own
/// kernels are the best.
bool can_fuse(const BatchNormImpl& norm, const Tensor& x) {
  const bool fits = x.dim() != 4 || x.is_contiguous(torch::MemoryFormat::ChannelsLast);
  return fits && !norm.is_folded() && x.device().is_cpu() && x.scalar_type() == torch::kFloat32;
}

Tensor in_steps(BatchNormImpl& norm, const Tensor& x, const Tensor& residual) {
  Tensor y = norm.forward(x);
  if (residual.defined()) y += residual;
  return y.relu_();
}

Tensor training_step(BatchNormImpl& norm, const Tensor& x, const Tensor& residual) {
  Moments moments = moments_of(x, Rows(x));
  if (norm.ranks() != nullptr) moments = join(std::move(moments), *norm.ranks());
  norm.num_batches_tracked += 1;
  update_running(norm, moments);
  const auto added = residual.defined() ? c10::optional<Tensor>(residual) : c10::nullopt;
  return NormRelu::apply(x, added, norm.weight, norm.bias, norm.options.eps(), moments,
                         norm.ranks());
}

}  // namespace

Tensor norm_relu(BatchNormImpl& norm, const Tensor& input, const Tensor& residual) {
  const bool needs_gradient = !norm.is_training() && torch::GradMode::is_enabled();
  if (needs_gradient || !can_fuse(norm, input)) return in_steps(norm, input, residual);
  const auto format =
      input.dim() == 4 ? torch::MemoryFormat::ChannelsLast : torch::MemoryFormat::Contiguous;
  const Tensor x = input.contiguous(format);
  const Tensor more = residual.defined() ? residual.contiguous(format) : residual;
  if (norm.is_training()) return training_step(norm, x, more);
  const Moments moments = running_moments(norm.running_mean, norm.running_var);
  return affine_relu(x, more, Affine(moments, norm.weight, norm.bias, norm.options.eps()));
}

}  // namespace llcodes
