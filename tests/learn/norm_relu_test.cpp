#include "llcodes/nn/norm_relu.h"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>
#include <thread>

namespace llcodes {
namespace {

namespace nn = torch::nn;
using torch::Tensor;

/// The same steps by torch's own operations.
template <class Norm>
Tensor reference(Norm& norm, const Tensor& x, const Tensor& residual) {
  const Tensor y = norm->forward(x);
  return (residual.defined() ? y + residual : y).relu();
}

void expect_close(const Tensor& a, const Tensor& b, const char* what) {
  const auto largest = [](const Tensor& t) { return t.abs().max().item<double>(); };
  EXPECT_LE(largest(a - b), 1e-5 * (1 + largest(b))) << what;
}

template <class Norm>
void randomize(Norm& norm) {
  torch::NoGradGuard no_gradient;
  norm->weight.uniform_(-1, 2);
  norm->bias.normal_();
}

struct Case {
  torch::IntArrayRef shape;
  bool with_residual;
};

/// Three training steps and an evaluation: outputs, gradients and running statistics agree.
void compare(const Case& c) {
  torch::manual_seed(3);
  BatchNorm ours(c.shape[1]);
  nn::BatchNorm2d theirs(c.shape[1]), extra(c.shape[1]);
  randomize(ours);
  for (nn::BatchNorm2d other : {theirs, extra}) {
    torch::NoGradGuard no_gradient;
    other->weight.copy_(ours->weight);
    other->bias.copy_(ours->bias);
  }
  for (int step = 0; step < 3; ++step) {
    Tensor x = (torch::randn(c.shape) * 3 + 5).contiguous(torch::MemoryFormat::ChannelsLast);
    Tensor residual = c.with_residual ? torch::randn(c.shape) : Tensor();
    // Where the sum is next to zero, rounding decides whether relu passes the gradient.
    const Tensor near_zero = reference(extra, x, residual) < 1e-3;
    const Tensor upstream = torch::randn(c.shape).masked_fill(near_zero, 0);
    std::vector<Tensor> gradients[2];
    Tensor outputs[2];
    for (const int side : {0, 1}) {
      Tensor input = x.clone().requires_grad_();
      Tensor more = residual.defined() ? residual.clone().requires_grad_() : residual;
      outputs[side] = side == 0 ? norm_relu(*ours, input, more) : reference(theirs, input, more);
      std::vector<Tensor> inputs = {input};
      for (const Tensor& tensor : side == 0 ? ours->parameters() : theirs->parameters()) {
        inputs.push_back(tensor);
      }
      if (more.defined()) inputs.push_back(more);
      gradients[side] = torch::autograd::grad({outputs[side]}, inputs, {upstream});
    }
    expect_close(outputs[0], outputs[1], "output");
    for (std::size_t i = 0; i < gradients[0].size(); ++i) {
      expect_close(gradients[0][i], gradients[1][i], "gradient");
    }
  }
  expect_close(ours->running_mean, theirs->running_mean, "mean");
  expect_close(ours->running_var, theirs->running_var, "variance");
  EXPECT_EQ(ours->num_batches_tracked.item<int>(), 3);
  ours->eval(), theirs->eval();
  torch::NoGradGuard no_gradient;
  const Tensor x = torch::randn(c.shape);
  expect_close(norm_relu(*ours, x), reference(theirs, x, {}), "evaluation");
}

TEST(NormRelu, EqualsTorchsOperations) {
  compare({{7, 24, 5, 6}, false});
  compare({{64, 32, 16, 16}, true});
  compare({{3, 5, 1, 2}, true});
}

TEST(NormRelu, WorksOnVectors) {
  torch::manual_seed(4);
  BatchNorm ours(40);
  nn::BatchNorm1d theirs(40);
  const Tensor x = torch::randn({300, 40}) * 2 - 1;
  expect_close(norm_relu(*ours, x), reference(theirs, x, {}), "output");
  expect_close(ours->running_var, theirs->running_var, "variance");
}

TEST(NormRelu, DoesNotDependOnTheNumberOfThreads) {
  torch::manual_seed(5);
  const Tensor x = torch::randn({64, 32, 9, 9}).contiguous(torch::MemoryFormat::ChannelsLast);
  const int threads = at::get_num_threads();
  const auto run = [&](int count) {
    at::set_num_threads(count);
    BatchNorm norm(32);
    Tensor input = x.clone().requires_grad_();
    norm_relu(*norm, input).square().sum().backward();
    return input.grad();
  };
  const Tensor one = run(1), two = run(2);
  at::set_num_threads(threads);
  EXPECT_TRUE(torch::equal(one, two));
}

/// Sums that nothing adds to: a process on its own that believes in others.
struct LonelySums : RankSums {
  int calls = 0;
  void sum(Tensor&) override { ++calls; }
};

TEST(NormRelu, AsksTheOtherProcessesWhereStatisticsAreShared) {
  torch::manual_seed(6);
  const auto sums = std::make_shared<LonelySums>();
  BatchNorm alone(8), together(8);
  together->synchronise(sums);
  const Tensor x = torch::randn({4, 8, 3, 3}).contiguous(torch::MemoryFormat::ChannelsLast);
  expect_close(norm_relu(*together, x), norm_relu(*alone, x), "output");
  expect_close(together->running_var, alone->running_var, "variance");
  EXPECT_EQ(sums->calls, 1);
}

/// Sums over two threads that play two processes.
class TwoSums : public RankSums {
 public:
  void sum(Tensor& tensor) override {
    std::unique_lock lock(mutex_);
    const bool is_first = !waiting_.defined();
    if (is_first) {
      waiting_ = tensor.clone();
      const int round = round_;
      other_came_.wait(lock, [&] { return round_ != round; });
      tensor.copy_(total_);
    } else {
      total_ = waiting_ + tensor;
      tensor.copy_(total_);
      waiting_ = Tensor();
      ++round_;
      other_came_.notify_all();
    }
  }

 private:
  std::mutex mutex_;
  std::condition_variable other_came_;
  Tensor waiting_, total_;
  int round_ = 0;
};

/// What one process computes of a batch, forward and backward.
struct Outcome {
  Tensor output, input, residual, weight, bias, running_mean, running_var;
};

Outcome train_once(BatchNorm norm, const Tensor& x, const Tensor& residual, const Tensor& upstream) {
  Tensor input = x.clone().requires_grad_(), more = residual.clone().requires_grad_();
  const Tensor output = norm_relu(*norm, input, more);
  const auto gradients =
      torch::autograd::grad({output}, {input, more, norm->weight, norm->bias}, {upstream});
  return {output,       gradients[0],       gradients[1],     gradients[2],
          gradients[3], norm->running_mean, norm->running_var};
}

TEST(NormRelu, TwoProcessesComputeWhatOneWould) {
  torch::manual_seed(7);
  const auto last = torch::MemoryFormat::ChannelsLast;
  const auto draw = [&] { return torch::randn({8, 24, 5, 6}).contiguous(last); };
  const Tensor x = draw() * 3 + 5, residual = draw(), upstream = draw();
  BatchNorm alone(24);
  randomize(alone);
  const auto sums = std::make_shared<TwoSums>();
  Outcome parts[2];
  std::vector<std::thread> threads;
  for (const std::int64_t rank : {0, 1}) {
    BatchNorm norm(24);
    torch::NoGradGuard no_gradient;
    norm->weight.copy_(alone->weight);
    norm->bias.copy_(alone->bias);
    norm->synchronise(sums);
    threads.emplace_back([&, norm, rank] {
      const auto part = [&](const Tensor& t) { return t.narrow(0, rank * 3, 3 + 2 * rank); };
      parts[rank] = train_once(norm, part(x), part(residual), part(upstream));
    });
  }
  for (std::thread& thread : threads) thread.join();
  const Outcome whole = train_once(alone, x, residual, upstream);
  expect_close(torch::cat({parts[0].output, parts[1].output}), whole.output, "output");
  expect_close(torch::cat({parts[0].input, parts[1].input}), whole.input, "input");
  expect_close(torch::cat({parts[0].residual, parts[1].residual}), whole.residual, "residual");
  expect_close(parts[0].weight + parts[1].weight, whole.weight, "weight");
  expect_close(parts[0].bias + parts[1].bias, whole.bias, "bias");
  for (const Outcome& part : parts) {
    expect_close(part.running_mean, whole.running_mean, "running mean");
    expect_close(part.running_var, whole.running_var, "running variance");
  }
}

TEST(NormRelu, PassesOnWhatIsFolded) {
  BatchNorm norm(2);
  norm->eval();
  norm->weight.reset();
  torch::NoGradGuard no_gradient;
  const Tensor x = torch::randn({3, 2, 4, 4}), residual = torch::randn({3, 2, 4, 4});
  EXPECT_TRUE(torch::equal(norm_relu(*norm, x.clone(), residual), (x + residual).relu()));
}

TEST(NormRelu, LetsNanThrough) {
  BatchNorm norm(2);
  norm->eval();
  torch::NoGradGuard no_gradient;
  EXPECT_TRUE(norm_relu(*norm, torch::full({1, 2, 1, 1}, NAN)).isnan().all().item<bool>());
}

}  // namespace
}  // namespace llcodes
