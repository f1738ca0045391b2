#include "llcodes/learn/codebooks/linear_start.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "llcodes/nn/sign.h"

namespace llcodes {
namespace {

constexpr int kQuantisationSteps = 50;

torch::Tensor random_rotation(std::int64_t size) {
  return std::get<0>(torch::linalg_qr(torch::randn({size, size})));
}

/// The rotation that brings the rows of `points` [n, k] closest to corners of the cube.
torch::Tensor quantising_rotation(const torch::Tensor& points) {
  torch::Tensor rotation = random_rotation(points.size(1)).to(points.device());
  for (int step = 0; step < kQuantisationSteps; ++step) {
    const torch::Tensor corners = sign_straight_through(torch::mm(points, rotation));
    const auto [u, s, v_transposed] = torch::linalg_svd(torch::mm(points.t(), corners), false);
    rotation = torch::mm(u, v_transposed);
  }
  return rotation;
}

torch::Tensor centred_weights(const LinearHead& linear) {
  return (linear.fc->weight - linear.fc->weight.mean(0, true)).detach();
}

/// Copies the directions into the first rows of P, at the size those have.
void set_directions(CodeHead& code, const torch::Tensor& directions) {
  torch::Tensor rows = code.projection->weight.narrow(0, 0, directions.size(0));
  rows.copy_(directions * rows.norm() / directions.norm());
}

}  // namespace

void start_from_linear(CodeHead& code, const LinearHead& linear) {
  torch::NoGradGuard no_gradient;
  const torch::Tensor weights = centred_weights(linear);
  const auto [u, s, v_transposed] = torch::linalg_svd(weights, false);
  const std::int64_t rank = std::min(code.latent.size(1), s.size(0));
  const auto largest = torch::indexing::Slice(0, rank);
  // Whitened, so that every bit carries as much as the others.
  const torch::Tensor classes = u.index({torch::indexing::Slice(), largest});
  const torch::Tensor rotation = quantising_rotation(classes);
  const torch::Tensor rotated = torch::mm(classes, rotation);
  code.latent.index({torch::indexing::Slice(), largest}).copy_(rotated / rotated.std() / 2);
  set_directions(code, torch::mm(rotation.t(), v_transposed.index({largest})));
}

torch::Tensor plain_svd_embedding(const LinearHead& linear, std::int64_t num_bits) {
  torch::NoGradGuard no_gradient;
  const torch::Tensor u = std::get<0>(torch::linalg_svd(centred_weights(linear), false));
  if (u.size(1) < num_bits) {
    throw std::invalid_argument("the SVD of the classifier has " + std::to_string(u.size(1)) +
                                " components; give no more --bits than that");
  }
  return u.narrow(1, 0, num_bits).contiguous();
}

void start_projection(CodeHead& code, const LinearHead& linear) {
  torch::NoGradGuard no_gradient;
  set_directions(code, torch::mm(code.codebook().t(), centred_weights(linear)));
}

torch::Tensor class_similarity(const LinearHead& linear) {
  torch::NoGradGuard no_gradient;
  const torch::Tensor weights = centred_weights(linear);
  const torch::Tensor unit = weights / weights.norm(2, 1, true).clamp_min(1e-12);
  return torch::mm(unit, unit.t());
}

}  // namespace llcodes
