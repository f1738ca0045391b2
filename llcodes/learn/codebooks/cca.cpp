#include "llcodes/learn/codebooks/cca.h"

#include <algorithm>
#include <stdexcept>
#include <string>

namespace llcodes {
namespace {

/// S^(-1/2) of a covariance with a ridge, in units of the mean variance.
torch::Tensor inverse_root(const torch::Tensor& covariance, double ridge) {
  const torch::Tensor diagonal = torch::eye(covariance.size(0), covariance.options()) *
                                 (ridge * covariance.diagonal().mean());
  const auto [values, vectors] = torch::linalg_eigh(covariance + diagonal, "L");
  return torch::mm(vectors * values.rsqrt(), vectors.t());
}

}  // namespace

std::int64_t cca_rank(std::int64_t num_features, std::int64_t num_classes) {
  return std::min(num_features, num_classes - 1);
}

torch::Tensor cca_class_embedding(const torch::Tensor& features, const torch::Tensor& labels,
                                  std::int64_t num_classes, std::int64_t components,
                                  double ridge) {
  torch::NoGradGuard no_gradient;
  const std::int64_t rank = cca_rank(features.size(1), num_classes);
  if (components > rank) {
    throw std::invalid_argument("CCA of " + std::to_string(features.size(1)) + " features and " +
                                std::to_string(num_classes) + " classes has " +
                                std::to_string(rank) +
                                " components; give no more --bits than that");
  }
  const torch::Tensor x = features.to(torch::kFloat64);
  const torch::Tensor centred = x - x.mean(0, true);
  const double count = static_cast<double>(x.size(0));
  const torch::Tensor sums =
      torch::zeros({num_classes, x.size(1)}, torch::kFloat64).index_add_(0, labels, centred);
  // A class that a sample of the data missed lies in the middle.
  const torch::Tensor shares =
      torch::bincount(labels, {}, num_classes).to(torch::kFloat64).clamp_min(0.5) / count;
  const torch::Tensor weighted = sums / count / shares.sqrt().unsqueeze(1);  // diag(p)^(1/2) M
  const torch::Tensor covariance = torch::mm(centred.t(), centred) / count;
  const auto [u, s, v_transposed] =
      torch::linalg_svd(torch::mm(inverse_root(covariance, ridge), weighted.t()), false);
  const torch::Tensor classes = v_transposed.narrow(0, 0, components).t();
  return (classes / shares.sqrt().unsqueeze(1)).to(torch::kFloat32).contiguous();
}

}  // namespace llcodes
