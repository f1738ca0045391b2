#include "llcodes/nn/linear.h"

#include <gtest/gtest.h>

namespace llcodes {
namespace {

struct Shape {
  std::int64_t rows, in, out;
};

class LinearTest : public testing::TestWithParam<Shape> {
 protected:
  void SetUp() override {
    torch::manual_seed(3);
    at::set_num_threads(2);
  }
};

/// Small ones are not shared; of the others each side in turn is the longer one and is cut, also
/// where it is odd.
INSTANTIATE_TEST_SUITE_P(Shapes, LinearTest,
                         testing::Values(Shape{1, 5, 3}, Shape{128, 300, 201}, Shape{513, 64, 77},
                                         Shape{37, 1024, 1000}, Shape{1, 2048, 1024}));

TEST_P(LinearTest, GivesTorchsValuesAndGradients) {
  const auto [rows, in, out] = GetParam();
  for (const bool bias : {false, true}) {
    const auto options = torch::nn::LinearOptions(in, out).bias(bias);
    Linear ours(options);
    torch::nn::Linear theirs(options);
    theirs->weight.set_data(ours->weight.detach().clone());
    if (bias) theirs->bias.set_data(ours->bias.detach().clone());
    const torch::Tensor x = torch::randn({rows, in}), g = torch::randn({rows, out});
    torch::Tensor a = x.clone().requires_grad_(), b = x.clone().requires_grad_();
    const torch::Tensor y = ours(a), expected = theirs(b);
    EXPECT_TRUE(torch::allclose(y, expected, 1e-4, 1e-5));
    y.backward(g);
    expected.backward(g);
    EXPECT_TRUE(torch::allclose(a.grad(), b.grad(), 1e-4, 1e-4));
    EXPECT_TRUE(torch::allclose(ours->weight.grad(), theirs->weight.grad(), 1e-4, 1e-4));
    if (!bias) continue;
    EXPECT_TRUE(torch::allclose(ours->bias.grad(), theirs->bias.grad(), 1e-4, 1e-4));
  }
}

TEST_P(LinearTest, GivesTheSameBitsEachTime) {
  const auto [rows, in, out] = GetParam();
  const torch::Tensor a = torch::randn({rows, in}), b = torch::randn({out, in});
  const torch::Tensor first = shared_product(a, b.t());
  for (int i = 0; i < 5; ++i) EXPECT_TRUE(torch::equal(first, shared_product(a, b.t())));
}

}  // namespace
}  // namespace llcodes
