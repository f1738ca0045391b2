#include "llcodes/learn/codebook_start.h"

#include <algorithm>

#include "llcodes/nn/sign.h"

namespace llcodes {
namespace {

constexpr int kQuantisationSteps = 50;

torch::Tensor random_rotation(std::int64_t size) {
  return std::get<0>(torch::linalg_qr(torch::randn({size, size})));
}

/// The rotation that brings the rows of `points` [n, k] closest to corners of the cube.
torch::Tensor quantising_rotation(const torch::Tensor& points) {
  torch::Tensor rotation = random_rotation(points.size(1));
  for (int step = 0; step < kQuantisationSteps; ++step) {
    const torch::Tensor corners = sign_straight_through(torch::mm(points, rotation));
    const auto [u, s, v_transposed] = torch::linalg_svd(torch::mm(points.t(), corners), false);
    rotation = torch::mm(u, v_transposed);
  }
  return rotation;
}

}  // namespace

void start_from_linear(CodeHead& code, const LinearHead& linear) {
  torch::NoGradGuard no_gradient;
  const torch::Tensor weights = linear.fc->weight - linear.fc->weight.mean(0, true);
  const auto [u, s, v_transposed] = torch::linalg_svd(weights, false);
  const std::int64_t rank = std::min(code.latent.size(1), s.size(0));
  const auto largest = torch::indexing::Slice(0, rank);
  // Whitened, so that every bit carries as much as the others.
  const torch::Tensor classes = u.index({torch::indexing::Slice(), largest});
  const torch::Tensor rotation = quantising_rotation(classes);
  const torch::Tensor rotated = torch::mm(classes, rotation);
  code.latent.index({torch::indexing::Slice(), largest}).copy_(rotated / rotated.std() / 2);
  const torch::Tensor directions = torch::mm(rotation.t(), v_transposed.index({largest}));
  torch::Tensor rows = code.projection->weight.index({largest});
  rows.copy_(directions * rows.norm() / directions.norm());
}

}  // namespace llcodes
