#include "llcodes/learn/optimizer.h"

#include <gtest/gtest.h>

namespace llcodes {
namespace {

/// Two steps of a scalar by hand: decay, momentum, Nesterov.
TEST(Sgd, FollowsTheWrittenRule) {
  for (const bool nesterov : {false, true}) {
    torch::Tensor p = torch::tensor({2.0}).requires_grad_(true);
    Sgd sgd({{"p", p, 0.1}}, {.momentum = 0.9, .nesterov = nesterov});
    double value = 2, velocity = 0;
    for (const double gradient : {0.5, -1.0}) {
      p.mutable_grad() = torch::tensor({gradient}, torch::kFloat32);
      sgd.step(0.05);
      const double g = gradient + 0.1 * value;
      velocity = 0.9 * velocity + g;
      value -= 0.05 * (nesterov ? g + 0.9 * velocity : velocity);
      EXPECT_NEAR(p.item<double>(), value, 1e-6);
    }
  }
}

/// Layouts that differ take the way of operators, equal ones the single pass.
TEST(Sgd, DoesTheSameForEveryLayout) {
  torch::manual_seed(1);
  const torch::Tensor start = torch::randn({8, 4, 3, 3}), gradient = torch::randn({8, 4, 3, 3});
  const auto after_two_steps = [&](at::MemoryFormat layout, at::MemoryFormat gradient_layout) {
    torch::Tensor p = start.clone().contiguous(layout).requires_grad_(true);
    Sgd sgd({{"p", p, 0.1}}, {});
    for (int step = 0; step < 2; ++step) {
      p.mutable_grad() = gradient.clone().contiguous(gradient_layout);
      sgd.step(0.1);
    }
    return p.detach();
  };
  const auto plain = at::MemoryFormat::Contiguous, last = at::MemoryFormat::ChannelsLast;
  const torch::Tensor expected = after_two_steps(plain, plain);
  EXPECT_TRUE(torch::allclose(after_two_steps(last, last), expected));
  EXPECT_TRUE(torch::allclose(after_two_steps(plain, last), expected));
}

TEST(Sgd, MovesEachTensorAtItsOwnRate) {
  torch::Tensor code = torch::tensor({1.0}).requires_grad_(true);
  torch::Tensor backbone = torch::tensor({1.0}).requires_grad_(true);
  Sgd sgd({{.name = "code", .parameter = code, .rate_factor = 3},
           {.name = "backbone", .parameter = backbone, .throughout = true}},
          {.momentum = 0, .nesterov = false});
  for (torch::Tensor& p : std::vector{code, backbone}) p.mutable_grad() = torch::ones({1});
  sgd.step({.phase = 0.1, .throughout = 0.2});
  EXPECT_NEAR(code.item<double>(), 0.7, 1e-6);
  EXPECT_NEAR(backbone.item<double>(), 0.8, 1e-6);
}

TEST(Sgd, LeavesTensorsWithoutGradientAlone) {
  torch::Tensor p = torch::tensor({2.0}).requires_grad_(true);
  Sgd sgd({{"p", p, 0.1}}, {});
  sgd.step(1);
  EXPECT_EQ(p.item<double>(), 2);
}

TEST(Schedule, RisesThenFallsToZero) {
  const Schedule schedule{.learning_rate = 0.4, .warmup_epochs = 2, .epochs = 10};
  EXPECT_NEAR(schedule.at(0), 0.04, 1e-12);
  EXPECT_NEAR(schedule.at(1), 0.22, 1e-12);
  EXPECT_NEAR(schedule.at(2), 0.4, 1e-12);
  EXPECT_NEAR(schedule.at(6), 0.2, 1e-12);
  EXPECT_NEAR(schedule.at(10), 0, 1e-12);
}

TEST(Schedule, WithoutWarmUpStartsAtTheTop) {
  EXPECT_EQ((Schedule{.learning_rate = 0.256, .warmup_epochs = 0, .epochs = 100}.at(0)), 0.256);
}

}  // namespace
}  // namespace llcodes
