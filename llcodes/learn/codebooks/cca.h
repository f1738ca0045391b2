// Canonical correlation analysis of features and one-hot labels: the paper's CCA codebook.
#pragma once

#include <torch/torch.h>

namespace llcodes {

/// Components that d features and the one-hot labels of the classes have.
std::int64_t cca_rank(std::int64_t num_features, std::int64_t num_classes);

/// The classes' coordinates on the `components` label directions that correlate most with the
/// features: [num_classes, components]. Features [n, d] and labels [n].
/// With class means m_l (centred), class shares p_l and the features' covariance S this is the SVD
/// S^(-1/2) M^T diag(p)^(1/2) = U s V^T, and class l lies at V_l / sqrt(p_l). Throws
/// std::invalid_argument if there are fewer components.
/// S gets a ridge of `ridge` times the features' mean variance. A small one keeps dead features out
/// of the inverse; a large one trusts directions along which the features hardly vary less, and the
/// components go over to the principal ones of the class means.
torch::Tensor cca_class_embedding(const torch::Tensor& features, const torch::Tensor& labels,
                                  std::int64_t num_classes, std::int64_t components,
                                  double ridge);

}  // namespace llcodes
