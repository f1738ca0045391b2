#include "llcodes/eval/temperature.h"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>
#include <vector>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

Codebook two_classes() {
  Codes codes(1, 2);
  codes.set_bit(1, 0, true);
  return Codebook(codes, {"low", "high"});
}

double log_likelihood(const std::vector<float>& z, const std::vector<std::int32_t>& labels,
                      double temperature) {
  double sum = 0;
  for (std::size_t i = 0; i < z.size(); ++i) {
    const double odds = (labels[i] == 1 ? z[i] : -z[i]) / temperature;
    sum -= std::log1p(std::exp(-odds));
  }
  return sum;
}

// Of ten instances with z = 4 nine are right: the log odds should be log 9, so T = 4 / log 9.
TEST(Temperature, MakesTheLogOddsThoseOfTheData) {
  const std::vector<float> z(10, 4);
  std::vector<std::int32_t> labels(10, 1);
  labels[3] = 0;
  EXPECT_NEAR(best_temperature(two_classes(), z, labels), 4 / std::log(9), 1e-4);
}

TEST(Temperature, IsTheBestOfManyTried) {
  std::vector<float> z;
  std::vector<std::int32_t> labels;
  for (std::uint64_t i = 0; i < 500; ++i) {
    z.push_back(static_cast<float>(mix(i) % 2000) / 100 - 10);
    labels.push_back(z.back() + static_cast<float>(mix(i + 1000) % 1000) / 100 - 5 > 0);
  }
  const double found = best_temperature(two_classes(), z, labels);
  for (double tried = 1; tried < 16; tried *= 1.1) {
    EXPECT_GE(log_likelihood(z, labels, found), log_likelihood(z, labels, tried) - 1e-6) << tried;
  }
}

TEST(Temperature, MakesAModestModelSurerUpToALimit) {
  EXPECT_EQ(best_temperature(two_classes(), std::vector<float>{.1f, -.1f}, std::vector{1, 0}), 0.25);
}

TEST(Temperature, HasAnEndWhereTheDataSaysNothing) {
  const std::vector<float> z(4, 100);
  EXPECT_NEAR(best_temperature(two_classes(), z, std::vector{1, 0, 1, 0}), 16, 1e-3);
}

TEST(Temperature, RefusesWhatDoesNotFit) {
  const std::vector<float> z = {1, 2};
  EXPECT_THROW(best_temperature(two_classes(), z, std::vector{1}), std::invalid_argument);
  EXPECT_THROW(best_temperature(two_classes(), z, std::vector{1, 2}), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
