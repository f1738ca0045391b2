#include "bench/decode_problem.h"

#include <cblas.h>

#include "llcodes/core/random.h"

namespace llcodes::bench {
namespace {

Codes uniform_codes(int num_bits, std::size_t count, std::uint64_t seed) {
  Codes codes(num_bits, count);
  Random random(seed, 0, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (int bit = 0; bit < num_bits; ++bit) codes.set_bit(i, bit, random.next() & 1);
  }
  return codes;
}

std::vector<float> noisy_projections(const Codes& classes, std::size_t count) {
  constexpr double kMean = 3.5, kDeviation = 2;
  std::vector<float> projections;
  projections.reserve(count * static_cast<std::size_t>(classes.num_bits()));
  Random random(2, 0, 0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t label = random.below(classes.size());
    for (int bit = 0; bit < classes.num_bits(); ++bit) {
      const double logit = kMean + kDeviation * random.normal();
      projections.push_back(static_cast<float>(classes.bit(label, bit) ? logit : -logit));
    }
  }
  return projections;
}

std::vector<float> uniform_floats(std::size_t count, std::uint64_t seed) {
  std::vector<float> values(count);
  Random random(seed, 0, 0);
  for (float& value : values) value = static_cast<float>(random.uniform(-1, 1));
  return values;
}

}  // namespace

DecodeProblem make_problem(int num_bits, std::size_t num_classes, std::size_t num_instances) {
  Codebook codebook(uniform_codes(num_bits, num_classes, 1));
  std::vector<float> projections = noisy_projections(codebook.codes(), num_instances);
  Codes codes = binarize(projections, num_bits);
  return {std::move(codebook), std::move(projections), std::move(codes),
          uniform_codes(num_bits, num_instances, 3)};
}

LinearLayer::LinearLayer(std::size_t rows)
    : rows_(rows),
      weights_(uniform_floats(rows * kFeatures, 4)),
      features_(uniform_floats(kBatch * kFeatures, 5)),
      output_(kBatch * rows) {}

const std::vector<float>& LinearLayer::apply() {
  const auto rows = static_cast<blasint>(rows_);
  const auto batch = static_cast<blasint>(kBatch), features = static_cast<blasint>(kFeatures);
  cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, batch, rows, features, 1, features_.data(),
              features, weights_.data(), features, 0, output_.data(), rows);
  return output_;
}

}  // namespace llcodes::bench
