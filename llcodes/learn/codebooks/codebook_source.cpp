#include "llcodes/learn/codebooks/codebook_source.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "llcodes/core/random.h"
#include "llcodes/learn/codebooks/assignment.h"
#include "llcodes/learn/codebooks/cca.h"
#include "llcodes/learn/codebooks/code_pools.h"
#include "llcodes/learn/codebooks/codebook_file.h"
#include "llcodes/learn/codebooks/linear_start.h"
#include "llcodes/learn/encoding.h"

namespace llcodes {
namespace {

constexpr std::size_t kCcaInstances = 50'000;  // as the paper
constexpr double kCcaRidge = 1e-4;   // keeps dead features out of the inverse
constexpr double kSmoothRidge = 10;  // by validation: docs/learning.md

Codes signs_of(const torch::Tensor& embedding) {
  const torch::Tensor values = embedding.cpu().contiguous();
  return binarize({values.data_ptr<float>(), static_cast<std::size_t>(values.numel())},
                  static_cast<int>(values.size(1)));
}

std::shared_ptr<const Dataset> sample(std::shared_ptr<const Dataset> dataset, std::uint64_t seed) {
  if (dataset->size() <= kCcaInstances) return dataset;
  std::vector<std::uint32_t> chosen = permutation(dataset->size(), seed, 0);
  chosen.resize(kCcaInstances);
  return std::make_shared<SubsetDataset>(std::move(dataset), std::move(chosen));
}

/// Features of (a sample of) the training data with their labels.
struct LabelledFeatures {
  std::vector<float> values;  // of the features
  torch::Tensor features;     // [n, d]
  torch::Tensor labels;       // [n]
};

LabelledFeatures features_of(Network& network, const CodebookSource& source) {
  const auto dataset = sample(source.data.train, static_cast<std::uint64_t>(source.options.seed));
  network.eval();
  const std::int64_t width = network.backbone->feature_size();
  const torch::Device device = network.code->latent.device();
  const auto forward = [&](const torch::Tensor& input) {
    return network.backbone->forward(input.to(device)).cpu();
  };
  LabelledFeatures result;
  result.values = run_network(forward, width, dataset, source.data.normalization, {});
  std::vector<std::int64_t> labels;
  for (std::size_t i = 0; i < dataset->size(); ++i) labels.push_back(dataset->label(i));
  result.features =
      torch::from_blob(result.values.data(), {static_cast<std::int64_t>(labels.size()), width});
  result.labels = torch::tensor(labels);
  return result;
}

/// Bits beyond the components are fair coins.
Codes cca_codes(Network& network, const CodebookSource& source, std::int64_t components,
                double ridge) {
  const LabelledFeatures data = features_of(network, source);
  const auto classes = static_cast<std::int64_t>(source.data.class_names.size());
  const torch::Tensor embedding =
      cca_class_embedding(data.features, data.labels, classes, components, ridge);
  const torch::Tensor coins = torch::randn({classes, source.options.bits - components});
  return signs_of(torch::cat({embedding, coins}, 1));
}

Codes assigned(const Codes& pool, Network& network, const CodebookSource& source) {
  const std::size_t classes = source.data.class_names.size();
  const auto seed = static_cast<std::uint64_t>(source.options.seed);
  if (source.options.codebooks.assignment == "random") return assign_randomly(pool, classes, seed);
  const torch::Tensor similarity = class_similarity(*network.linear).cpu().contiguous();
  return assign_semantically(
      pool, {similarity.data_ptr<float>(), static_cast<std::size_t>(similarity.numel())}, classes,
      seed);
}

Codes codes_named(const std::string& name, Network& network, const CodebookSource& source) {
  const PoolRequest request{.num_bits = static_cast<int>(source.options.bits),
                            .num_classes = source.data.class_names.size(),
                            .seed = static_cast<std::uint64_t>(source.options.seed)};
  if (name == "random") return random_codes(request);
  if (name == "svd-plain") {
    return signs_of(plain_svd_embedding(*network.linear, source.options.bits));
  }
  const std::int64_t bits = source.options.bits;
  // The paper's baseline, which fails where there are fewer components than bits.
  if (name == "cca") return cca_codes(network, source, bits, kCcaRidge);
  if (name == "cca-ridge") {
    const std::int64_t rank =
        cca_rank(network.backbone->feature_size(), static_cast<std::int64_t>(request.num_classes));
    return cca_codes(network, source, std::min(bits, rank), kSmoothRidge);
  }
  if (name == "max-distance") return assigned(max_distance_codes(request), network, source);
  if (name == "algebraic") return assigned(algebraic_codes(request), network, source);
  return codes_from_file(name, source.data.class_names, request.num_bits);
}

}  // namespace

void set_codebook(Network& network, const std::string& name, const CodebookSource& source) {
  if (needs_classifier(name, source.options.codebooks.assignment) && !source.has_classifier) {
    throw std::invalid_argument("codebook " + name +
                                " is made from a linear classifier, and this run has none: give "
                                "--linear-epochs or --start-from a linear model");
  }
  // Its rotation makes codebook and projection together.
  if (name == "svd")
    start_from_linear(*network.code, *network.linear);
  else
    set_codebook(network, codes_named(name, network, source), source.has_classifier);
}

void set_codebook(Network& network, const Codes& codes, bool has_classifier) {
  {
    torch::NoGradGuard no_gradient;
    network.code->latent.fill_(0.5);
  }
  network.code->set_codes(codes);
  if (has_classifier) start_projection(*network.code, *network.linear);
}

}  // namespace llcodes
