#include "llcodes/core/evidence.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <vector>

namespace llcodes {
namespace {

constexpr std::size_t kSigns = 3, kWeights = kSigns + 1;  // the last one is the threshold
using Weights = std::array<double, kWeights>;

/// A sign of 0 has no logarithm; less than this says no more.
constexpr double kLeastSign = 1e-3;

struct Case {
  Weights logs = {};
  bool is_known = false;
  double share = 0;  ///< of the loss
};

/// The logarithms of the signs, and 1.
Weights logs_of(const Signs& s) {
  const auto log_of = [](double sign) { return std::log(std::max(sign, kLeastSign)); };
  return {log_of(s.energy), log_of(s.resemblance), log_of(s.clarity), 1};
}

void append(std::vector<Case>& cases, std::span<const Signs> signs, bool is_known) {
  const double share = 0.5 / static_cast<double>(signs.size());
  for (const Signs& s : signs) cases.push_back({logs_of(s), is_known, share});
}

double product(const Weights& a, const Weights& b) {
  double sum = 0;
  for (std::size_t i = 0; i < kWeights; ++i) sum += a[i] * b[i];
  return sum;
}

/// Keeps the weights finite where the two sides can be parted.
constexpr double kRidge = 1e-6;

double loss_of(const std::vector<Case>& cases, const Weights& weights) {
  double loss = kRidge * product(weights, weights) / 2;
  for (const Case& one : cases) {
    const double margin = product(one.logs, weights) * (one.is_known ? 1 : -1);
    loss += one.share * (std::max(-margin, 0.0) + std::log1p(std::exp(-std::abs(margin))));
  }
  return loss;
}

/// Solves `matrix` x = `right` by elimination; the matrix is positive definite.
Weights solved(std::array<Weights, kWeights> matrix, Weights right) {
  for (std::size_t i = 0; i < kWeights; ++i) {
    for (std::size_t row = i + 1; row < kWeights; ++row) {
      const double factor = matrix[row][i] / matrix[i][i];
      for (std::size_t j = i; j < kWeights; ++j) matrix[row][j] -= factor * matrix[i][j];
      right[row] -= factor * right[i];
    }
  }
  for (std::size_t i = kWeights; i-- > 0;) {
    for (std::size_t j = i + 1; j < kWeights; ++j) right[i] -= matrix[i][j] * right[j];
    right[i] /= matrix[i][i];
  }
  return right;
}

/// Newton's step from `weights`, among the weights that are `free`; the others stay 0.
Weights newton_step(const std::vector<Case>& cases, const Weights& weights,
                    const std::array<bool, kWeights>& free) {
  Weights gradient = {};
  std::array<Weights, kWeights> curvature = {};
  for (std::size_t i = 0; i < kWeights; ++i) {
    gradient[i] = free[i] ? kRidge * weights[i] : 0;
    curvature[i][i] = free[i] ? kRidge : 1;
  }
  for (const Case& one : cases) {
    const double p = 1 / (1 + std::exp(-product(one.logs, weights)));
    const double slope = one.share * (p - (one.is_known ? 1 : 0)), bend = one.share * p * (1 - p);
    for (std::size_t i = 0; i < kWeights; ++i) {
      if (!free[i]) continue;
      gradient[i] += slope * one.logs[i];
      for (std::size_t j = 0; j < kWeights; ++j) {
        if (free[j]) curvature[i][j] += bend * one.logs[i] * one.logs[j];
      }
    }
  }
  return solved(curvature, gradient);
}

/// The best weights among those that are `free`.
Weights fitted(const std::vector<Case>& cases, const std::array<bool, kWeights>& free) {
  constexpr int kSteps = 50;
  Weights weights = {};
  double loss = loss_of(cases, weights);
  for (int step = 0; step < kSteps; ++step) {
    const Weights direction = newton_step(cases, weights, free);
    bool improved = false;
    for (double length = 1; length > 1e-4 && !improved; length /= 2) {
      Weights tried = weights;
      for (std::size_t i = 0; i < kWeights; ++i) tried[i] -= length * direction[i];
      const double new_loss = loss_of(cases, tried);
      if (!(new_loss < loss - 1e-12)) continue;
      improved = true;
      loss = new_loss;
      weights = tried;
    }
    if (!improved) break;
  }
  return weights;
}

}  // namespace

double clarity_of(std::span<const float> logits) {
  if (logits.size() <= kFavourites) return 1;
  std::array<float, kFavourites + kRunnersUp> largest;
  const auto end = std::ranges::partial_sort_copy(logits, largest, std::greater()).out;
  const auto first = largest.begin() + kFavourites;
  const double mean = std::accumulate(first, end, 0.0) / static_cast<double>(end - first);
  return 1 / (1 + std::exp(mean));
}

double evidence_of(const Signs& signs, const Exponents& exponents) {
  return std::pow(signs.energy, exponents.energy) *
         std::pow(signs.resemblance, exponents.resemblance) *
         std::pow(signs.clarity, exponents.clarity);
}

/// The loss is convex: the best of the weights that are not negative is the best of all among the
/// signs that it uses. So every choice of signs is fitted freely, and the best without a negative
/// weight counts.
Exponents telling_exponents(std::span<const Signs> known, std::span<const Signs> strangers) {
  if (known.empty() || strangers.empty()) return {};
  std::vector<Case> cases;
  append(cases, known, true);
  append(cases, strangers, false);
  Exponents best;
  double least = std::numeric_limits<double>::infinity();
  for (unsigned chosen = 1; chosen < 1u << kSigns; ++chosen) {
    const std::array<bool, kWeights> free = {(chosen & 1) != 0, (chosen & 2) != 0,
                                             (chosen & 4) != 0, true};
    const Weights w = fitted(cases, free);
    const double size = std::max(w[0] + w[1], w[2]), loss = loss_of(cases, w);
    if (std::min({w[0], w[1], w[2]}) < 0 || !(size > 0) || !(loss < least)) continue;
    least = loss;
    best = {w[0] / size, w[1] / size, w[2] / size};
  }
  return best;
}

}  // namespace llcodes
