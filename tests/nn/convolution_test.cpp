#include "llcodes/nn/convolution.h"

#include <gtest/gtest.h>

#include "llcodes/nn/layers.h"

namespace llcodes {
namespace {

using torch::Tensor;

bool has_avx2() {
#if defined(__x86_64__)
  return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#else
  return false;
#endif
}

struct Shape {
  std::int64_t pictures, in, out, height, width;
};

class WinogradTest : public testing::TestWithParam<Shape> {
 protected:
  void SetUp() override {
    if (!has_avx2()) GTEST_SKIP() << "this CPU has no AVX2";
    torch::manual_seed(2);
    at::set_num_threads(2);
  }
};

/// Even and odd sides, one pixel, more tiles than a chunk, numbers that no step divides.
INSTANTIATE_TEST_SUITE_P(Shapes, WinogradTest,
                         testing::Values(Shape{2, 16, 16, 8, 8}, Shape{3, 32, 48, 9, 7},
                                         Shape{1, 16, 32, 1, 1}, Shape{1, 64, 16, 2, 5},
                                         Shape{40, 48, 64, 10, 11}, Shape{5, 16, 80, 1, 9}));

double relative_error(const Tensor& a, const Tensor& b) {
  return ((a - b).abs().max() / b.abs().max()).item<double>();
}

TEST_P(WinogradTest, GivesTheConvolutionAndItsGradients) {
  const auto [pictures, in, out, height, width] = GetParam();
  for (const auto format : {torch::MemoryFormat::ChannelsLast, torch::MemoryFormat::Contiguous}) {
    // Doubles by the definition, so that only our rounding counts.
    const Tensor x = torch::randn({pictures, in, height, width}, torch::kFloat64);
    const Tensor kernel = torch::randn({out, in, 3, 3}, torch::kFloat64);
    const Tensor g = torch::randn({pictures, out, height, width}, torch::kFloat64);
    Tensor a = x.clone().requires_grad_(), k = kernel.clone().requires_grad_();
    const Tensor expected = torch::conv2d(a, k, {}, 1, 1);
    expected.backward(g);
    const auto single = [&](const Tensor& t) { return t.to(torch::kFloat32).contiguous(format); };
    Tensor b = single(x).requires_grad_(), l = single(kernel).requires_grad_();
    const Tensor y = winograd_convolution(b, l);
    y.backward(single(g));
    EXPECT_LT(relative_error(y, expected), 1e-5);
    EXPECT_LT(relative_error(b.grad(), a.grad()), 1e-5);
    EXPECT_LT(relative_error(l.grad(), k.grad()), 1e-5);
    EXPECT_EQ(l.grad().strides(), l.strides());
  }
}

TEST_P(WinogradTest, APictureDoesNotDependOnItsBatch) {
  const auto [pictures, in, out, height, width] = GetParam();
  const Tensor x = torch::randn({pictures, in, height, width});
  const Tensor kernel = torch::randn({out, in, 3, 3});
  const Tensor all = winograd_convolution(x, kernel);
  for (std::int64_t i = 0; i < pictures; ++i) {
    EXPECT_TRUE(torch::equal(winograd_convolution(x.narrow(0, i, 1), kernel)[0], all[i]));
  }
}

TEST(Convolution, TakesWinogradsWayWhereItGains) {
  torch::manual_seed(5);
  Convolution layer = convolution({.in = 32, .out = 32});
  const Tensor x = torch::randn({3, 32, 9, 9});
  const Tensor direct = torch::conv2d(x, layer->weight, {}, 1, 1);
  const Tensor expected = winograd_gains() ? winograd_convolution(x, layer->weight) : direct;
  EXPECT_TRUE(torch::equal(layer(x), expected));
  if (winograd_gains()) {
    EXPECT_FALSE(torch::equal(layer(x), direct)) << "not by rounding alone";
  }
}

TEST(Convolution, AddsItsBias) {
  torch::manual_seed(3);
  Convolution layer = convolution({.in = 16, .out = 16});
  const Tensor x = torch::randn({2, 16, 6, 6});
  const Tensor plain = layer(x);
  layer->bias = torch::randn({16});
  EXPECT_TRUE(torch::allclose(layer(x), plain + layer->bias.view({1, 16, 1, 1}), 1e-5, 1e-5));
}

TEST(Convolution, TakesWhatWinogradCannot) {
  torch::manual_seed(4);
  for (const ConvolutionOptions& options :
       {ConvolutionOptions{.in = 3, .out = 16}, ConvolutionOptions{.in = 16, .out = 24},
        ConvolutionOptions{.in = 16, .out = 16, .stride = 2},
        ConvolutionOptions{.in = 16, .out = 16, .size = 1},
        ConvolutionOptions{.in = 16, .out = 16, .groups = 16}}) {
    Convolution layer = convolution(options);
    const Tensor x = torch::randn({2, options.in, 7, 7});
    const Tensor expected = torch::conv2d(x, layer->weight, {}, options.stride, options.size / 2, 1,
                                          options.groups);
    EXPECT_TRUE(torch::equal(layer(x), expected));
  }
}

TEST(ChannelsLast, APictureOfOneChannelGivesAChannelsLastResult) {
  const auto format = torch::MemoryFormat::ChannelsLast;
  Convolution layer = convolution({.in = 1, .out = 8, .size = 5, .stride = 2});
  use_channels_last(*layer);
  const torch::Tensor pictures = torch::randn({4, 1, 16, 12});
  const torch::Tensor result = layer(channels_last(pictures));
  EXPECT_EQ(result.suggest_memory_format(), format);
  EXPECT_TRUE(torch::allclose(result, layer(pictures), 1e-4, 1e-5));
  EXPECT_TRUE(channels_last(torch::randn({2, 3, 4, 5})).is_contiguous(format));
}

}  // namespace
}  // namespace llcodes
