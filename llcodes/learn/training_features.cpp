#include "llcodes/learn/training_features.h"

#include "llcodes/core/random.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/shared_work.h"

namespace llcodes {
namespace {

constexpr std::size_t kMostInstances = 50'000;

std::shared_ptr<const Dataset> sample(std::shared_ptr<const Dataset> dataset, std::uint64_t seed) {
  if (dataset->size() <= kMostInstances) return dataset;
  std::vector<std::uint32_t> chosen = permutation(dataset->size(), seed, 0);
  chosen.resize(kMostInstances);
  return std::make_shared<SubsetDataset>(std::move(dataset), std::move(chosen));
}

Forward backbone_of(Network& network) {
  network.eval();
  const torch::Device device = network.code->latent.device();
  return [&network, device](const torch::Tensor& input) {
    return network.backbone->forward(input.to(device)).cpu();
  };
}

}  // namespace

LabelledFeatures training_features(Network& network, const DataBundle& data, std::uint64_t seed) {
  const auto dataset = sample(data.train, seed);
  const std::int64_t width = network.backbone->feature_size();
  LabelledFeatures result;
  result.values = run_network(backbone_of(network), width, dataset, data.normalization, {});
  std::vector<std::int64_t> labels;
  for (std::size_t i = 0; i < dataset->size(); ++i) labels.push_back(dataset->label(i));
  result.features =
      torch::from_blob(result.values.data(), {static_cast<std::int64_t>(labels.size()), width});
  result.labels = torch::tensor(labels);
  return result;
}

torch::Tensor class_means(Network& network, const DataBundle& data, std::uint64_t seed,
                          ProcessGroup* group) {
  const auto classes = static_cast<std::int64_t>(data.class_names.size());
  const std::int64_t width = network.backbone->feature_size();
  auto dataset = sample(data.train, seed);
  if (group) dataset = own_part(*group, std::move(dataset)).dataset;
  // In the last column each instance counts itself; one message brings those of other processes.
  torch::Tensor sums = torch::zeros({classes, width + 1}, torch::kFloat64);
  visit_outputs(
      backbone_of(network), std::move(dataset), data.normalization, {},
      [&](const torch::Tensor& rows, std::span<const std::int64_t> labels) {
        const torch::Tensor places = torch::tensor(torch::ArrayRef(labels.data(), labels.size()));
        const torch::Tensor counted = torch::cat({rows, torch::ones({rows.size(0), 1})}, 1);
        sums.index_add_(0, places, counted.to(torch::kFloat64));
      });
  if (group) group->sum(sums);
  const torch::Tensor counts = sums.narrow(1, width, 1), seen = counts > 0;
  const torch::Tensor means = sums.narrow(1, 0, width) / counts.clamp_min(1);
  const torch::Tensor middle = means.sum(0, true) / seen.sum();
  return ((means - middle) * seen).to(torch::kFloat32);
}

namespace {

/// The mean over the rows of all processes: each brings its sums and how many rows they are of.
torch::Tensor mean_of_rows(const torch::Tensor& rows, ProcessGroup* group) {
  const torch::Tensor count = torch::full({1}, rows.size(0), torch::kFloat64);
  torch::Tensor sums = torch::cat({rows.to(torch::kFloat64).sum(0), count});
  if (group) group->sum(sums);
  const std::int64_t columns = rows.size(1);
  return (sums.narrow(0, 0, columns) / sums[columns]).to(torch::kFloat32);
}

}  // namespace

KnownInstances known_instances(Network& network, const torch::Tensor& class_means,
                               const DataBundle& data, ProcessGroup* group) {
  torch::NoGradGuard no_gradient;
  const std::int64_t width = network.backbone->feature_size();
  auto dataset = data.validation;
  if (group) dataset = own_part(*group, std::move(dataset)).dataset;
  std::vector<float> values =
      run_network(backbone_of(network), width, dataset, data.normalization, {});
  const torch::Tensor features =
      torch::from_blob(values.data(), {static_cast<std::int64_t>(dataset->size()), width});
  const torch::Device device = network.code->latent.device();
  KnownInstances known;
  known.classes.feature_mean = mean_of_rows(features, group).to(device);
  known.classes.directions = torch::nn::functional::normalize(class_means).to(device);
  // Rows of logits are many times wider than what is wanted of them.
  std::vector<torch::Tensor> found;
  for (const torch::Tensor& rows : features.split(1024)) {
    const torch::Tensor placed = rows.to(device), logits = network.linear->logits(placed);
    const torch::Tensor in_training = weighted_answer(logits).sum(1);
    const torch::Tensor trained = recognised_answer(logits, placed, known.classes).sum(1);
    found.push_back(torch::stack({std::get<0>(logits.max(1)), in_training, trained}, 1).cpu());
  }
  const torch::Tensor means = mean_of_rows(torch::cat(found), group);
  known.usual_logit = means.narrow(0, 0, 1).clone();
  const double in_training = means[1].item<double>(), trained = means[2].item<double>();
  if (in_training > 0 && trained > 0) known.factor = in_training / trained;
  return known;
}

}  // namespace llcodes
