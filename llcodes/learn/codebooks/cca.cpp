#include "llcodes/learn/codebooks/cca.h"

#include <algorithm>
#include <stdexcept>
#include <string>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

struct Moments {
  torch::Tensor class_sums;  ///< [L, d], of centred features
  torch::Tensor covariance;  ///< [d, d]
};

/// In double precision, a block of rows at a time: all of them would be gigabytes.
Moments moments(const torch::Tensor& features, const torch::Tensor& labels,
                std::int64_t num_classes) {
  constexpr std::int64_t kRows = 4096;
  const std::int64_t width = features.size(1);
  const torch::Tensor mean = features.mean(0, true, torch::kFloat64);
  Moments result = {torch::zeros({num_classes, width}, torch::kFloat64),
                    torch::zeros({width, width}, torch::kFloat64)};
  for (std::int64_t begin = 0; begin < features.size(0); begin += kRows) {
    const auto rows = torch::indexing::Slice(begin, begin + kRows);
    const torch::Tensor centred = features.index({rows}).to(torch::kFloat64) - mean;
    result.class_sums.index_add_(0, labels.index({rows}), centred);
    result.covariance.addmm_(centred.t(), centred);
  }
  result.covariance /= static_cast<double>(features.size(0));
  return result;
}

/// S^(-1/2) of a covariance with a ridge, in units of the mean variance.
torch::Tensor inverse_root(const torch::Tensor& covariance, double ridge) {
  const torch::Tensor diagonal =
      torch::eye(covariance.size(0), covariance.options()) * (ridge * covariance.diagonal().mean());
  const auto [values, vectors] = torch::linalg_eigh(covariance + diagonal, "L");
  return torch::mm(vectors * values.rsqrt(), vectors.t());
}

}  // namespace

std::int64_t cca_rank(std::int64_t num_features, std::int64_t num_classes) {
  return std::min(num_features, num_classes - 1);
}

torch::Tensor cca_class_embedding(const torch::Tensor& features, const torch::Tensor& labels,
                                  std::int64_t num_classes, std::int64_t components, double ridge) {
  torch::NoGradGuard no_gradient;
  const std::int64_t rank = cca_rank(features.size(1), num_classes);
  if (components > rank) {
    throw std::invalid_argument("CCA of " + std::to_string(features.size(1)) + " features and " +
                                std::to_string(num_classes) + " classes has " +
                                std::to_string(rank) +
                                " components; give no more --bits than that");
  }
  const auto [sums, covariance] = moments(features, labels, num_classes);
  if (!(covariance.diagonal().mean().item<double>() > 0)) {
    throw RunError(
        "codebook: all training instances have the same features, so nothing tells the classes "
        "apart; look at the data, or lower --linear-lr if the network has died");
  }
  const double count = static_cast<double>(features.size(0));
  // A class that a sample of the data missed lies in the middle.
  const torch::Tensor shares =
      torch::bincount(labels, {}, num_classes).to(torch::kFloat64).clamp_min(0.5) / count;
  const torch::Tensor weighted = sums / count / shares.sqrt().unsqueeze(1);  // diag(p)^(1/2) M
  const auto [u, s, v_transposed] =
      torch::linalg_svd(torch::mm(inverse_root(covariance, ridge), weighted.t()), false);
  const torch::Tensor classes = v_transposed.narrow(0, 0, components).t();
  return (classes / shares.sqrt().unsqueeze(1)).to(torch::kFloat32).contiguous();
}

}  // namespace llcodes
