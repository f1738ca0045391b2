// 3x3 convolutions by Winograd's way (nn/winograd.h) against libtorch's own, layer by layer.
//
//   bench_convolution
//
// The layers of ResNet-18 at 224 pixels (batch 32) and of the small network (batch 128); the best
// of several runs, forward alone and with both gradients.
#include "llcodes/nn/convolution.h"

#include <torch/torch.h>

#include <cstdio>
#include <functional>
#include <iostream>
#include <string>

#include "bench/timing.h"
#include "llcodes/core/cpu.h"
#include "llcodes/learn/runtime.h"

namespace {

using namespace llcodes;
using torch::Tensor;
using Convolve = std::function<Tensor(const Tensor& x, const Tensor& kernel)>;

struct Layer {
  std::int64_t pictures, channels, side;
};

double milliseconds(const std::function<void()>& work) {
  return 1e3 * bench::fastest_seconds(work);
}

struct Times {
  double forward, with_gradients;
};

Times measure(const Layer& layer, const Convolve& convolve) {
  const auto draw = [](torch::IntArrayRef shape) {
    return torch::randn(shape).contiguous(torch::MemoryFormat::ChannelsLast);
  };
  const Tensor x = draw({layer.pictures, layer.channels, layer.side, layer.side});
  const Tensor kernel = draw({layer.channels, layer.channels, 3, 3});
  const Tensor gradient = torch::randn_like(x);
  const double forward = milliseconds([&] {
    torch::NoGradGuard no_gradient;
    convolve(x, kernel);
  });
  const Tensor input = x.clone().requires_grad_(), weight = kernel.clone().requires_grad_();
  return {forward, milliseconds([&] {
            torch::autograd::grad({convolve(input, weight)}, {input, weight}, {gradient});
          })};
}

}  // namespace

int main(int, char** argv) {
  ensure_fast_environment(argv);
  if (cpu_description().find("avx2") == std::string::npos) {
    std::cout << "bench_convolution: nothing to measure, this CPU has no AVX2\n";
    return 0;
  }
  prepare_runtime(0);
  std::cout << cpu_description()
            << "; used by the networks here: " << (winograd_gains() ? "yes" : "no") << "\n"
            << "batch  channels  side   forward, ms: torch  llcodes  ratio   with gradients, ms: "
               "torch  llcodes  ratio\n";
  for (const Layer& layer : {Layer{32, 64, 56}, Layer{32, 128, 28}, Layer{32, 256, 14},
                             Layer{32, 512, 7}, Layer{128, 64, 8}, Layer{128, 128, 4}}) {
    const Times torch = measure(layer, [](const Tensor& x, const Tensor& kernel) {
      return torch::conv2d(x, kernel, {}, 1, 1);
    });
    const Times ours = measure(layer, winograd_convolution);
    std::printf("%5d  %8d  %4d   %18.2f  %7.2f  %5.2f   %25.2f  %7.2f  %5.2f\n",
                static_cast<int>(layer.pictures), static_cast<int>(layer.channels),
                static_cast<int>(layer.side), torch.forward, ours.forward,
                torch.forward / ours.forward, torch.with_gradients, ours.with_gradients,
                torch.with_gradients / ours.with_gradients);
  }
}
