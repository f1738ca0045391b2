// The losses of the rivals against their formulas, written out pair by pair and bit by bit.
#include <gtest/gtest.h>

#include <cmath>

#include "gradient_check.h"
#include "llcodes/learn/rivals/rival.h"

namespace llcodes {
namespace {

constexpr int kBits = 5, kClasses = 4, kCount = 6;

struct Problem {
  torch::Tensor z, codebook, labels;
  RivalBatch batch(std::int64_t step = 0) const { return {labels, codebook, step}; }
};

Problem problem() {
  torch::manual_seed(11);
  return {torch::randn({kCount, kBits}, torch::kFloat64),
          torch::randn({kClasses, kBits}, torch::kFloat64).sign(),
          torch::tensor({0, 1, 2, 0, 3, 1}, torch::kInt64)};
}

std::shared_ptr<Rival> rival(const std::string& method, double weight = -1) {
  torch::manual_seed(12);
  auto result = make_rival({method, kBits, kClasses, weight});
  result->to(torch::kFloat64);
  return result;
}

double value(const torch::Tensor& matrix, int i, int j) { return matrix[i][j].item<double>(); }

TEST(HashNet, EqualsTheSumOverPairs) {
  const Problem p = problem();
  const double b = std::sqrt(1 + 0.005 * 400);  // step 450: refreshed at 400
  double sum = 0, weights = 0;
  for (int i = 0; i < kCount; ++i) {
    for (int j = i + 1; j < kCount; ++j) {
      double product = 0;
      for (int k = 0; k < kBits; ++k)
        product += std::tanh(b * value(p.z, i, k)) * std::tanh(b * value(p.z, j, k));
      const double t = 10.0 / kBits * product;
      const bool same = p.labels[i].item<int>() == p.labels[j].item<int>();
      const double weight = same ? kClasses : 1;
      sum += weight * (std::log1p(std::exp(t)) - (same ? t : 0));
      weights += weight;
    }
  }
  EXPECT_NEAR(rival("hashnet")->loss(p.z, p.batch(450)).item<double>(), sum / weights, 1e-9);
}

TEST(Csq, EqualsTheSumOverBits) {
  const Problem p = problem();
  double sum = 0;
  for (int i = 0; i < kCount; ++i) {
    for (int k = 0; k < kBits; ++k) {
      const double u = std::tanh(value(p.z, i, k));
      const double target = (value(p.codebook, p.labels[i].item<int>(), k) + 1) / 2;
      sum -= target * std::log((u + 1) / 2) + (1 - target) * std::log(1 - (u + 1) / 2);
      sum += 0.3 * (std::abs(u) - 1) * (std::abs(u) - 1);
    }
  }
  EXPECT_NEAR(rival("csq", 0.3)->loss(p.z, p.batch()).item<double>(), sum / (kCount * kBits), 1e-9);
}

double cross_entropy(const std::vector<double>& scores, int label) {
  double sum = 0;
  for (const double score : scores) sum += std::exp(score);
  return std::log(sum) - scores[static_cast<std::size_t>(label)];
}

TEST(OrthoHash, EqualsCosinesWithMargin) {
  const Problem p = problem();
  double total = 0;
  for (int i = 0; i < kCount; ++i) {
    const int label = p.labels[i].item<int>();
    double norm = 0;
    for (int k = 0; k < kBits; ++k) norm += value(p.z, i, k) * value(p.z, i, k);
    std::vector<double> scores;
    for (int l = 0; l < kClasses; ++l) {
      double product = 0;
      for (int k = 0; k < kBits; ++k) product += value(p.z, i, k) * value(p.codebook, l, k);
      scores.push_back(8 * (product / std::sqrt(norm * kBits) - (l == label ? 0.2 : 0)));
    }
    total += cross_entropy(scores, label);
  }
  EXPECT_NEAR(rival("orthohash")->loss(p.z, p.batch()).item<double>(), total / kCount, 1e-9);
}

/// Scores of a linear classifier on the rows, plus the distance of |z| from 1.
double written_greedy_loss(const Problem& p, Rival& greedy, double weight) {
  const torch::Tensor w = greedy.parameters()[0], b = greedy.parameters()[1];
  double total = 0, off = 0;
  for (int i = 0; i < kCount; ++i) {
    std::vector<double> scores;
    for (int l = 0; l < kClasses; ++l) {
      double score = b[l].item<double>();
      for (int k = 0; k < kBits; ++k) score += value(w, l, k) * (value(p.z, i, k) >= 0 ? 1 : -1);
      scores.push_back(score);
    }
    total += cross_entropy(scores, p.labels[i].item<int>());
    for (int k = 0; k < kBits; ++k) off += std::pow(std::abs(std::abs(value(p.z, i, k)) - 1), 3);
  }
  return total / kCount + weight * off / (kCount * kBits);
}

TEST(GreedyHash, EqualsClassifierOnSignsPlusQuantisation) {
  const Problem p = problem();
  const auto greedy = rival("greedyhash", 0.7);
  EXPECT_NEAR(greedy->loss(p.z, p.batch()).item<double>(), written_greedy_loss(p, *greedy, 0.7),
              1e-9);
  EXPECT_NEAR(rival("greedyhash")->loss(p.z, p.batch()).item<double>(),
              written_greedy_loss(p, *greedy, 0.1), 1e-9)
      << "few classes: 0.1";
}

/// The classifier's gradient reaches z as if the sign were not there.
TEST(GreedyHash, GradientPassesTheSignUnchanged) {
  const Problem p = problem();
  const auto greedy = rival("greedyhash", 0);
  const torch::Tensor z = p.z.clone().requires_grad_(true);
  greedy->loss(z, p.batch()).backward();
  const torch::Tensor signs =
      torch::where(p.z >= 0, 1.0, -1.0).to(torch::kFloat64).requires_grad_(true);
  greedy->loss(signs, p.batch()).backward();
  EXPECT_TRUE(torch::allclose(z.grad(), signs.grad()));
}

TEST(Rivals, GradientsAreSlopes) {
  const Problem p = problem();
  for (const char* method : {"hashnet", "csq", "orthohash", "real"}) {
    SCOPED_TRACE(method);
    const auto model = rival(method, 0.4);
    expect_gradient_is_slope([&](const torch::Tensor& z) { return model->loss(z, p.batch(300)); },
                             p.z);
  }
}

TEST(Rivals, UnknownMethodIsRefused) {
  EXPECT_THROW(make_rival({"hash", kBits, kClasses}), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
