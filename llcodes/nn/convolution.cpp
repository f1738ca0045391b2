#include "llcodes/nn/convolution.h"

#include <ATen/autocast_mode.h>

#include <algorithm>
#include <vector>

#include "llcodes/nn/thread_shares.h"
#include "llcodes/nn/winograd.h"

namespace llcodes {
namespace {

using torch::Tensor;
using winograd::Shape;

constexpr auto kChannelsLast = torch::MemoryFormat::ChannelsLast;

std::size_t size_of(const Tensor& tensor, std::int64_t dimension) {
  return static_cast<std::size_t>(tensor.size(dimension));
}

Shape shape_of(const Tensor& x, std::int64_t out) {
  return {.pictures = size_of(x, 0),
          .height = size_of(x, 2),
          .width = size_of(x, 3),
          .in = size_of(x, 1),
          .out = static_cast<std::size_t>(out)};
}

/// U of a kernel [out, in, 3, 3]; `turned`: of the convolution that takes the gradient of y to that
/// of x.
Tensor transformed_kernel(const Shape& shape, const Tensor& kernel, bool turned) {
  // As [row, column, in, out]; without a copy for the turned one of a channels-last kernel.
  Tensor taps = turned ? kernel.permute({2, 3, 0, 1}) : kernel.permute({2, 3, 1, 0});
  if (taps.stride(3) != 1) taps = taps.contiguous();
  const auto stride = [&](std::int64_t d) { return static_cast<std::size_t>(taps.stride(d)); };
  const winograd::Kernel view{taps.data_ptr<float>(), stride(0), stride(1), stride(2), turned};
  Tensor transformed =
      torch::empty({static_cast<std::int64_t>(shape.kernel_size())}, kernel.options());
  for_thread_shares(shape.out / winograd::kPanel, [&](std::size_t first, std::size_t last) {
    winograd::transform_kernel(shape, view, first * winograd::kPanel, last * winograd::kPanel,
                               transformed.data_ptr<float>());
  });
  return transformed;
}

Tensor convolve(const Tensor& input, const Tensor& kernel, bool turned) {
  const Tensor x = input.contiguous(kChannelsLast);
  const Shape shape = shape_of(x, kernel.size(turned ? 1 : 0));
  const Tensor transformed = transformed_kernel(shape, kernel, turned);
  Tensor y = torch::empty({x.size(0), static_cast<std::int64_t>(shape.out), x.size(2), x.size(3)},
                          x.options().memory_format(kChannelsLast));
  for_thread_shares(shape.chunks(), [&](std::size_t first, std::size_t last) {
    winograd::Scratch scratch;
    for (std::size_t chunk = first; chunk < last; ++chunk) {
      winograd::convolve_chunk(shape, x.data_ptr<float>(), transformed.data_ptr<float>(), chunk,
                               y.data_ptr<float>(), scratch);
    }
  });
  return y;
}

/// How threads share the gradient of a kernel: by input channels, which costs no memory, as far as
/// there are enough of them, then by chunks of tiles, whose sums have to be added up.
struct GradientShares {
  static constexpr std::size_t kFewest = 32;  // channels of a share

  std::size_t inputs, chunks;

  explicit GradientShares(const Shape& shape) {
    const auto threads = static_cast<std::size_t>(at::get_num_threads());
    inputs = std::clamp<std::size_t>(shape.in / kFewest, 1, threads);
    chunks = std::min((threads + inputs - 1) / inputs, shape.chunks());
  }

  winograd::Inputs inputs_of(const Shape& shape, std::size_t share) const {
    constexpr std::size_t kStep = 8;
    const auto start = [&](std::size_t i) { return shape.in / kStep * i / inputs * kStep; };
    return {start(share), start(share + 1) - start(share)};
  }
};

Tensor kernel_gradient(const Tensor& input, const Tensor& gradient, const Tensor& kernel) {
  const Tensor x = input.contiguous(kChannelsLast), g = gradient.contiguous(kChannelsLast);
  const Shape shape = shape_of(x, g.size(1));
  const GradientShares shares(shape);
  std::vector<std::vector<float>> parts(shares.inputs * shares.chunks);
  for_thread_shares(parts.size(), [&](std::size_t first, std::size_t last) {
    winograd::Scratch scratch;
    for (std::size_t i = first; i < last; ++i) {
      const winograd::Inputs inputs = shares.inputs_of(shape, i / shares.chunks);
      const std::size_t group = i % shares.chunks;
      parts[i].resize(winograd::kElements * inputs.count * shape.out);
      for (std::size_t chunk = shape.chunks() * group / shares.chunks;
           chunk < shape.chunks() * (group + 1) / shares.chunks; ++chunk) {
        winograd::add_kernel_gradient(shape, inputs, x.data_ptr<float>(), g.data_ptr<float>(),
                                      chunk, parts[i].data(), scratch);
      }
    }
  });
  const Tensor taps = torch::empty({3, 3, kernel.size(1), kernel.size(0)}, kernel.options());
  for_thread_shares(shares.inputs, [&](std::size_t first, std::size_t last) {
    for (std::size_t i = first; i < last; ++i) {
      winograd::kernel_gradient(shape, shares.inputs_of(shape, i),
                                std::span(parts).subspan(i * shares.chunks, shares.chunks),
                                taps.data_ptr<float>());
    }
  });
  return torch::empty_like(kernel).copy_(taps.permute({3, 2, 0, 1}));
}

struct Winograd : torch::autograd::Function<Winograd> {
  static Tensor forward(torch::autograd::AutogradContext* context, const Tensor& x,
                        const Tensor& kernel) {
    context->save_for_backward({x, kernel});
    return convolve(x, kernel, false);
  }

  static torch::autograd::tensor_list backward(torch::autograd::AutogradContext* context,
                                               torch::autograd::tensor_list gradients) {
    const auto saved = context->get_saved_variables();
    const Tensor &x = saved[0], &kernel = saved[1], &g = gradients[0];
    return {context->needs_input_grad(0) ? convolve(g, kernel, true) : Tensor(),
            context->needs_input_grad(1) ? kernel_gradient(x, g, kernel) : Tensor()};
  }
};

/// Floats on the CPU, 3x3, stride 1. The number of pictures does not count: the result of one must
/// not depend on its batch.
bool suits(const torch::nn::Conv2dImpl& layer, const Tensor& x) {
  static const bool kCpuGains = winograd_gains();
  const Tensor& kernel = layer.weight;
  return kCpuGains && x.dim() == 4 && x.numel() > 0 && x.device().is_cpu() &&
         x.scalar_type() == torch::kFloat32 && kernel.scalar_type() == torch::kFloat32 &&
         !at::autocast::is_cpu_enabled() && layer.options.groups() == 1 && kernel.size(2) == 3 &&
         kernel.size(3) == 3 && layer.options.stride()->at(0) == 1 &&
         winograd::suits(size_of(kernel, 1), size_of(kernel, 0));
}

}  // namespace

bool winograd_gains() {
#if defined(__x86_64__)
  // Zen 4 (AMD's family 19h with AVX-512) computes 512 bits as two halves, no faster than AVX2.
  const bool has_wide_units = __builtin_cpu_supports("avx512f") && !__builtin_cpu_is("amdfam19h");
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && !has_wide_units;
#else
  return false;
#endif
}

ConvolutionImpl::ConvolutionImpl(const ConvolutionOptions& o)
    : Conv2dImpl(torch::nn::Conv2dOptions(o.in, o.out, o.size)
                     .stride(o.stride)
                     .padding(o.size / 2)
                     .groups(o.groups)
                     .bias(false)) {}

Tensor ConvolutionImpl::forward(const Tensor& input) {
  if (!suits(*this, input)) return Conv2dImpl::forward(input);
  Tensor y = winograd_convolution(input, weight);
  if (bias.defined()) y += bias.view({1, -1, 1, 1});
  return y;
}

Tensor winograd_convolution(const Tensor& x, const Tensor& kernel) {
  return Winograd::apply(x, kernel);
}

}  // namespace llcodes
