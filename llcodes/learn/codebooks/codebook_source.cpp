#include "llcodes/learn/codebooks/codebook_source.h"

#include <algorithm>
#include <memory>
#include <stdexcept>

#include "llcodes/learn/codebooks/assignment.h"
#include "llcodes/learn/codebooks/cca.h"
#include "llcodes/learn/codebooks/code_pools.h"
#include "llcodes/learn/codebooks/codebook_file.h"
#include "llcodes/learn/codebooks/linear_start.h"
#include "llcodes/learn/training_features.h"

namespace llcodes {
namespace {

constexpr double kCcaRidge = 1e-4;   // keeps dead features out of the inverse
constexpr double kSmoothRidge = 10;  // by validation: docs/learning.md

/// C of given words: all bits alike far from the other sign.
torch::Tensor latent_of(const Codes& codes) {
  const std::vector<float> signs = to_signs(codes);
  return torch::tensor(signs).reshape({-1, codes.num_bits()}) / 2;
}

/// C of real coordinates: a bit whose coordinate is small is easily flipped by phase 1.
torch::Tensor latent_of(const torch::Tensor& embedding) {
  const torch::Tensor deviation = embedding.std(0, false, true);
  return (embedding / deviation.masked_fill(deviation == 0, 1) / 2).cpu();
}

/// Bits beyond the components are fair coins.
torch::Tensor cca_latent(Network& network, const CodebookSource& source, std::int64_t components,
                         double ridge) {
  const LabelledFeatures data =
      training_features(network, source.data, static_cast<std::uint64_t>(source.options.seed));
  const auto classes = static_cast<std::int64_t>(source.data.class_names.size());
  const torch::Tensor embedding =
      cca_class_embedding(data.features, data.labels, classes, components, ridge);
  const torch::Tensor coins = torch::randn({classes, source.options.bits - components});
  return latent_of(torch::cat({embedding, coins}, 1));
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

torch::Tensor latent_named(const std::string& name, Network& network,
                           const CodebookSource& source) {
  const PoolRequest request{.num_bits = static_cast<int>(source.options.bits),
                            .num_classes = source.data.class_names.size(),
                            .seed = static_cast<std::uint64_t>(source.options.seed)};
  const std::int64_t bits = source.options.bits;
  if (name == "random") return latent_of(random_codes(request));
  if (name == "svd-plain") return latent_of(plain_svd_embedding(*network.linear, bits));
  // The paper's baseline, which fails where there are fewer components than bits.
  if (name == "cca") return cca_latent(network, source, bits, kCcaRidge);
  if (name == "cca-ridge") {
    const std::int64_t rank =
        cca_rank(network.backbone->feature_size(), static_cast<std::int64_t>(request.num_classes));
    return cca_latent(network, source, std::min(bits, rank), kSmoothRidge);
  }
  if (name == "max-distance")
    return latent_of(assigned(max_distance_codes(request), network, source));
  if (name == "algebraic") return latent_of(assigned(algebraic_codes(request), network, source));
  return latent_of(codes_from_file(name, source.data.class_names, request.num_bits));
}

void set_latent(Network& network, const torch::Tensor& latent, bool has_classifier) {
  {
    torch::NoGradGuard no_gradient;
    network.code->latent.copy_(latent);
  }
  if (has_classifier) start_projection(*network.code, *network.linear);
}

/// A bit of these codebooks is a component of the features or the classifier.
void check_components(const std::string& what, std::int64_t components, std::int64_t bits) {
  if (bits <= components) return;
  throw std::invalid_argument(what + " has " + std::to_string(components) + " components here, " +
                              std::to_string(bits) +
                              " bits need as many: give fewer --bits or another codebook");
}

}  // namespace

void check_codebook(const Network& network, const CodebookSource& source) {
  const TrainOptions& options = source.options;
  const bool is_learnt = options.codebooks.codebook == "learnt";
  const std::string& name = is_learnt ? options.codebook_start : options.codebooks.codebook;
  const auto classes = static_cast<std::int64_t>(source.data.class_names.size());
  const std::int64_t features = network.backbone->feature_size();
  if (name == "cca") check_components("CCA", cca_rank(features, classes), options.bits);
  if (name == "svd-plain")
    check_components("the SVD of the classifier", std::min(features, classes), options.bits);
  if (is_codebook_file(name))
    codes_from_file(name, source.data.class_names, static_cast<int>(options.bits));
}

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
    set_latent(network, latent_named(name, network, source), source.has_classifier);
}

void set_codebook(Network& network, const Codes& codes, bool has_classifier) {
  set_latent(network, latent_of(codes), has_classifier);
}

}  // namespace llcodes
