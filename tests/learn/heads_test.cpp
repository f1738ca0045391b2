// The losses of the paper against written formulas, and the folding of batch norm.
#include "llcodes/learn/heads.h"

#include <gtest/gtest.h>

#include <cmath>

#include "gradient_check.h"
#include "llcodes/core/answer_reader.h"
#include "llcodes/learn/codebooks/linear_start.h"
#include "llcodes/learn/losses.h"
#include "llcodes/nn/answer.h"
#include "llcodes/nn/sign.h"

namespace llcodes {
namespace {

TEST(Sign, ZeroIsPlusOneAndTheGradientPassesUnchanged) {
  const torch::Tensor a = torch::tensor({-2.0f, -0.0f, 0.0f, 3.0f}).requires_grad_(true);
  const torch::Tensor s = sign_straight_through(a);
  EXPECT_TRUE(torch::equal(s, torch::tensor({-1.0f, 1.0f, 1.0f, 1.0f})));
  const torch::Tensor weights = torch::tensor({1.0f, 2.0f, 3.0f, 4.0f});
  (s * weights).sum().backward();
  EXPECT_TRUE(torch::equal(a.grad(), weights));
}

/// Eq. 2 by hand: -log softmax of scale <c_l, z>, smoothed, mean over the batch.
double written_codebook_loss(const torch::Tensor& z, const torch::Tensor& c,
                             const std::vector<int>& y, double scale, double smoothing) {
  double total = 0;
  for (int i = 0; i < z.size(0); ++i) {
    std::vector<double> scores;
    for (int l = 0; l < c.size(0); ++l)
      scores.push_back(scale * (z[i] * c[l]).sum().item<double>());
    double sum = 0;
    for (const double score : scores) sum += std::exp(score);
    for (int l = 0; l < c.size(0); ++l) {
      const double target = (l == y[i] ? 1 - smoothing : 0) + smoothing / c.size(0);
      total -= target * (scores[l] - std::log(sum));
    }
  }
  return total / z.size(0);
}

TEST(CodebookLoss, EqualsTheWrittenFormula) {
  torch::manual_seed(3);
  const torch::Tensor z = torch::randn({4, 5}), c = torch::randn({6, 5}).sign();
  const std::vector<int> y = {0, 5, 2, 2};
  const torch::Tensor labels = torch::tensor({0, 5, 2, 2}, torch::kInt64);
  const double loss =
      codebook_loss(z, c, labels, {.scores = {.scale = 0.7}, .label_smoothing = 0.1})
          .item<double>();
  EXPECT_NEAR(loss, written_codebook_loss(z, c, y, 0.7, 0.1), 1e-5);
}

/// Eq. 3 by hand: log(1 + exp(-c z)) of each bit.
TEST(InstanceLoss, EqualsTheWrittenFormula) {
  torch::manual_seed(4);
  const torch::Tensor z = torch::randn({3, 7}), c = torch::randn({4, 7}).sign();
  const torch::Tensor labels = torch::tensor({1, 3, 0}, torch::kInt64);
  double sum = 0, cross_entropy = 0;
  for (int i = 0; i < 3; ++i) {
    const torch::Tensor own = c[labels[i].item<int>()];
    sum += torch::log1p(torch::exp(-own * z[i])).sum().item<double>();
    const torch::Tensor scores = torch::mv(c, z[i]) / 2;
    cross_entropy += (torch::logsumexp(scores, 0) - scores[labels[i].item<int>()]).item<double>();
  }
  EXPECT_NEAR(instance_loss(z, c, labels, {.sum_bits = true}).item<double>(), sum / 3, 1e-5);
  EXPECT_NEAR(instance_loss(z, c, labels, {.sum_bits = false}).item<double>(), sum / 21, 1e-6);
  EXPECT_NEAR(instance_loss(z, c, labels, {.sum_bits = true, .soft_loss = 0.5}).item<double>(),
              sum / 3 + 0.5 * cross_entropy / 3, 1e-5);
}

TEST(Losses, GradientsAreSlopes) {
  torch::manual_seed(5);
  const auto doubles = torch::kFloat64;
  const torch::Tensor z = torch::randn({3, 4}, doubles), c = torch::randn({5, 4}, doubles).sign();
  const torch::Tensor labels = torch::tensor({2, 0, 4}, torch::kInt64);
  for (const InstanceLossOptions& options :
       {InstanceLossOptions{.soft_loss = 0.3}, InstanceLossOptions{.smoothing = 0.2, .margin = 0.5},
        InstanceLossOptions{.sum_bits = false, .balance = 0.7}}) {
    expect_gradient_is_slope(
        [&](const torch::Tensor& at) { return instance_loss(at, c, labels, options); }, z);
  }
  const CodebookLossOptions cosine{.scores = {.scale = 3, .margin = 0.2, .cosine = true}};
  expect_gradient_is_slope(
      [&](const torch::Tensor& at) { return codebook_loss(at, c, labels, cosine); }, z);
  expect_gradient_is_slope(
      [&](const torch::Tensor& at) { return codebook_loss(z, at, labels, cosine); }, c);
}

TEST(InstanceLoss, SmoothingMarginAndBalanceFollowTheirFormulas) {
  torch::manual_seed(14);
  const torch::Tensor z = torch::randn({3, 7}), c = torch::randn({4, 7}).sign();
  const torch::Tensor labels = torch::tensor({1, 3, 0}, torch::kInt64);
  const torch::Tensor own = c.index_select(0, labels);
  const auto bce = [&](const torch::Tensor& logits) {
    return torch::log1p(torch::exp(-logits)).sum().item<double>() / 3;
  };
  EXPECT_NEAR(instance_loss(z, c, labels, {.smoothing = 0.2}).item<double>(),
              0.9 * bce(own * z) + 0.1 * bce(-own * z), 1e-5);
  EXPECT_NEAR(instance_loss(z, c, labels, {.margin = 0.5}).item<double>(), bce(own * z - 0.5),
              1e-5);
  const double balance = torch::tanh(z / 2).mean(0).square().sum().item<double>();
  EXPECT_NEAR(instance_loss(z, c, labels, {.balance = 2}).item<double>(),
              bce(own * z) + 2 * balance, 1e-5);
}

/// Codes 0000, 0001, 0111, 1111 (as -1 and +1): nearest distances 1, 1, 1, 1; wanted 3.
TEST(DistancePressure, CountsTheBitsThatAreMissing) {
  const torch::Tensor c = torch::tensor(
      {{-1., -1., -1., -1.}, {-1., -1., -1., 1.}, {-1., 1., 1., 1.}, {1., 1., 1., 1.}});
  EXPECT_NEAR(distance_pressure(c, 3).item<double>(), 2.0 / 4, 1e-6);
  EXPECT_EQ(distance_pressure(c, 1).item<double>(), 0);
  torch::Tensor learnt = c.clone().requires_grad_(true);
  distance_pressure(learnt, 3).backward();
  // A step against the gradient drives the first pair apart in the bits they share.
  EXPECT_GT(learnt.grad()[1][0].item<double>() * c[0][0].item<double>(), 0);
}

/// Eq. 2 reaches C through the sign as if the sign were not there.
TEST(CodebookLoss, LatentGradientIsThatOfTheSignedCodes) {
  torch::manual_seed(6);
  CodeHead head({.feature_size = 3, .num_classes = 5, .num_bits = 4});
  const torch::Tensor z = torch::randn({6, 4});
  const torch::Tensor labels = torch::randint(5, {6}, torch::kInt64);
  codebook_loss(z, head.codebook(), labels, {}).backward();
  torch::Tensor signs = head.codebook().detach().requires_grad_(true);
  codebook_loss(z, signs, labels, {}).backward();
  EXPECT_TRUE(torch::allclose(head.latent.grad(), signs.grad()));
}

TEST(CodeHead, FoldedProjectionEqualsBatchNormInEvaluation) {
  torch::manual_seed(7);
  CodeHead head({.feature_size = 9, .num_classes = 5, .num_bits = 6});
  head.train();
  for (int i = 0; i < 20; ++i) head.project(torch::randn({32, 9}) * 3 + 1);
  torch::NoGradGuard no_gradient;
  head.norm->weight.uniform_(-2, 2);
  head.norm->bias.uniform_(-1, 1);
  head.eval();
  const torch::Tensor features = torch::randn({10, 9});
  const FoldedProjection folded = head.fold();
  const torch::Tensor z = torch::addmm(folded.bias, features, folded.weight.t());
  EXPECT_TRUE(torch::allclose(z, head.project(features), 1e-4, 1e-5));
}

/// With as many bits as the classifier has rank, <C, P f> must order classes as the logits do.
TEST(StartFromLinear, KeepsTheClassifiersAnswers) {
  torch::manual_seed(9);
  LinearHead linear(8, 30);
  CodeHead code({.feature_size = 8, .num_classes = 30, .num_bits = 8, .code_norm = false});
  torch::NoGradGuard no_gradient;
  torch::nn::init::orthogonal_(linear.fc->weight);  // equal singular values: whitening is exact
  linear.fc->weight -= linear.fc->weight.mean(0, true);
  linear.fc->bias.zero_();
  start_from_linear(code, linear);
  const torch::Tensor features = torch::randn({200, 8});
  const torch::Tensor wanted = linear.logits(features).argmax(1);
  const torch::Tensor real = torch::mm(code.project(features), code.latent.t()).argmax(1);
  EXPECT_GT((real == wanted).to(torch::kFloat32).mean().item<double>(), 0.9);
  const torch::Tensor signs = torch::mm(code.project(features), code.codebook().t()).argmax(1);
  EXPECT_GT((signs == wanted).to(torch::kFloat32).mean().item<double>(), 0.3);
}

/// h by hand: logits ln 5, ln 6, ln 7 speak for their class by ln (18 / 3).
TEST(Answer, EqualsTheWrittenFormula) {
  const torch::Tensor logits = torch::log(torch::tensor({{5.0, 6.0, 7.0}}, torch::kFloat64));
  const double powers[] = {std::pow(5, 16), std::pow(6, 16), std::pow(7, 16)};
  const double sum = powers[0] + powers[1] + powers[2];
  const torch::Tensor expected =
      torch::tensor({{powers[0], powers[1], powers[2]}}, torch::kFloat64) / sum * std::log(6.0);
  EXPECT_TRUE(torch::allclose(weighted_answer(logits), expected));
}

/// The same logits name the third class with Energy ln(18 / 3); F(x) - m = (3, 4) has a cosine of
/// 0.8 with its direction. The one runner-up is the first class: clarity 1 / (1 + 5).
TEST(Answer, OfATrainedModelCountsByAllThatSpeaksForIt) {
  const torch::Tensor logits = torch::log(torch::tensor({{5.0, 6.0, 7.0}}, torch::kFloat64));
  const auto vectors = [](const torch::Tensor& values) { return values.to(torch::kFloat64); };
  KnownClasses known{vectors(torch::tensor({1.0, 1.0})),
                     vectors(torch::tensor({{1.0, 0.0}, {-1.0, 0.0}, {0.0, 1.0}}))};
  const auto answer_at = [&](double x, double y) {
    return recognised_answer(logits, vectors(torch::tensor({{x, y}})), known);
  };
  const torch::Tensor weights = torch::softmax(logits * 16, 1);
  EXPECT_TRUE(torch::allclose(answer_at(4, 5), weights * std::sqrt(std::log(6.0) * 0.8)));
  EXPECT_TRUE(torch::equal(answer_at(4, -3), weights * 0)) << "looks like the opposite";
  EXPECT_TRUE(torch::equal(answer_at(1, 1), weights * 0)) << "looks like nothing";
  known.directions[2].zero_();
  EXPECT_TRUE(torch::allclose(answer_at(4, -3), weights * std::sqrt(std::log(6.0))))
      << "nobody knows what the class looks like";
  known.exponents = {0.75, 0, 0.25};
  const double evidence = std::pow(std::log(6.0), 0.75) * std::pow(1.0 / 6, 0.25);
  EXPECT_TRUE(torch::allclose(answer_at(4, -3), weights * evidence));
}

/// The network and the reader without it have their own code for it.
TEST(Answer, IsAsClearWithTorchAsWithout) {
  for (const std::int64_t classes : {2, 3, 7, 12, 13, 40}) {
    const torch::Tensor logits = torch::randn({1, classes});
    const KnownClasses known{torch::zeros({2}), torch::ones({classes, 2})};
    const torch::Tensor signs = signs_of(logits, torch::ones({1, 2}), known);
    const std::vector<float> plain(logits.data_ptr<float>(), logits.data_ptr<float>() + classes);
    EXPECT_NEAR(signs[0][2].item<double>(), clarity_of(plain), 1e-6) << classes;
  }
}

TEST(Answer, SettlesOnOneClassWithoutTorchToo) {
  std::vector<float> plain = {std::log(5.0f), std::log(6.0f), std::log(7.0f)};
  const torch::Tensor weights = torch::softmax(torch::tensor(plain) * 16, 0);
  const NamedClass named = settle_answer(plain);
  EXPECT_EQ(named.label, 2u);
  EXPECT_NEAR(named.energy, std::log(6.0), 1e-6);
  EXPECT_NEAR(named.clarity, 1.0 / 6, 1e-6);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(plain[i], weights[i].item<double>(), 1e-6);
  plain = {-500, 1000, 0};
  EXPECT_EQ(settle_answer(plain).label, 1u);
  EXPECT_EQ(plain, (std::vector<float>{0, 1, 0}));
}

TEST(Answer, SurvivesLargeLogits) {
  const float evidence = 1000 - std::log(3.0f);
  const torch::Tensor answer = weighted_answer(torch::tensor({{-500.0, 1000.0, 0.0}}));
  EXPECT_TRUE(torch::allclose(answer, torch::tensor({{0.0f, evidence, 0.0f}})));
}

TEST(Answer, IsNothingWhereLessThanChanceSpeaksForIt) {
  EXPECT_TRUE(torch::equal(weighted_answer(torch::full({1, 4}, -2.0)), torch::zeros({1, 4})));
}

CodeHead answering_head() {
  torch::manual_seed(10);
  return CodeHead({.feature_size = 9, .num_classes = 12, .num_bits = 20, .answer = 6});
}

/// Where the classifier is sure, its class's code is spelt whatever the features say.
TEST(CodeHead, SpellsTheCodeOfASureAnswer) {
  CodeHead head = answering_head();
  torch::NoGradGuard no_gradient;
  head.train();
  const torch::Tensor z = head.project(torch::randn({12, 9}), torch::eye(12) * 20);
  EXPECT_TRUE(torch::equal(sign_straight_through(z), head.codebook()));
}

/// Of what is no class more than another the features decide.
TEST(CodeHead, LeavesStrangersToTheirFeatures) {
  CodeHead head = answering_head();
  head.eval();
  torch::NoGradGuard no_gradient;
  const torch::Tensor features = torch::randn({8, 9});
  const torch::Tensor z = head.project(features, torch::zeros({8, 12}));
  const FoldedProjection folded = head.fold();
  const torch::Tensor alone = torch::addmm(folded.bias, features, folded.weight.t());
  EXPECT_TRUE(torch::allclose(z, alone, 1e-4, 1e-5));
}

/// A sure answer (evidence 2.3) outweighs a deviation of what the features say, six to one here.
TEST(CodeHead, AnswerIsASettledMultipleOfTheFeaturesPart) {
  CodeHead head = answering_head();
  head.train();
  torch::NoGradGuard no_gradient;
  const torch::Tensor z = head.project(torch::randn({500, 9}) * 7 + 3, torch::zeros({500, 12}));
  const double deviation = z.std(0).mean().item<double>();
  EXPECT_NEAR(2.3 * head.answer[0].item<double>() / deviation, 6, 0.1);
}

TEST(CodeHead, CodesRoundTripAndKeepTheirSigns) {
  torch::manual_seed(8);
  CodeHead head({.feature_size = 2, .num_classes = 10, .num_bits = 70});
  Codes codes(70, 10);
  for (std::size_t label = 0; label < 10; ++label)
    codes.set_bit(label, static_cast<int>(7 * label), true);
  head.set_codes(codes);
  EXPECT_EQ(head.codes(), codes);
}

}  // namespace
}  // namespace llcodes
