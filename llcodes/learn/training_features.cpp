#include "llcodes/learn/training_features.h"

#include "llcodes/core/random.h"
#include "llcodes/data/chimeras.h"
#include "llcodes/learn/encoding.h"
#include "llcodes/learn/shared_work.h"

namespace llcodes {
namespace {

constexpr std::size_t kMostInstances = 50'000;
constexpr std::uint64_t kChimeraSeed = 29;

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

/// Rows of what `row_of` makes of features, for all instances: each process, if there are several,
/// runs the network over a part of them.
torch::Tensor rows_of_all(Network& network, std::shared_ptr<const Dataset> dataset,
                          const Normalization& normalization, std::int64_t columns,
                          ProcessGroup* group, const Forward& row_of) {
  const Forward backbone = backbone_of(network);
  const auto rows_of = [&](std::shared_ptr<const Dataset> part) {
    return run_network([&](const torch::Tensor& input) { return row_of(backbone(input)); }, columns,
                       std::move(part), normalization, {});
  };
  const auto size = static_cast<std::int64_t>(dataset->size());
  std::vector<float> rows =
      group ? share_rows(*group, dataset, columns, rows_of) : rows_of(dataset);
  return torch::from_blob(rows.data(), {size, columns}).clone();
}

/// Over all instances, without keeping the features.
torch::Tensor mean_features(Network& network, std::shared_ptr<const Dataset> dataset,
                            const Normalization& normalization, ProcessGroup* group) {
  const std::int64_t width = network.backbone->feature_size();
  const auto size = static_cast<double>(dataset->size());
  if (group) dataset = own_part(*group, std::move(dataset)).dataset;
  torch::Tensor sums = torch::zeros({width}, torch::kFloat64);
  visit_outputs(backbone_of(network), std::move(dataset), normalization, {},
                [&](const torch::Tensor& rows, std::span<const std::int64_t>) {
                  sums += rows.to(torch::kFloat64).sum(0);
                });
  if (group) group->sum(sums);
  return (sums / size).to(torch::kFloat32);
}

std::vector<Signs> to_signs(const torch::Tensor& rows) {
  std::vector<Signs> signs;
  const auto at = rows.accessor<float, 2>();
  for (std::int64_t i = 0; i < rows.size(0); ++i) signs.push_back({at[i][0], at[i][1], at[i][2]});
  return signs;
}

}  // namespace

KnownInstances known_instances(Network& network, const torch::Tensor& class_means,
                               const DataBundle& data, ProcessGroup* group) {
  torch::NoGradGuard no_gradient;
  const torch::Device device = network.code->latent.device();
  KnownInstances known;
  known.classes.feature_mean =
      mean_features(network, data.validation, data.normalization, group).to(device);
  known.classes.directions = torch::nn::functional::normalize(class_means).to(device);
  // Columns: the signs, the largest logit, the evidence of training.
  const Forward row_of = [&](const torch::Tensor& features) {
    const torch::Tensor placed = features.to(device), logits = network.linear->logits(placed);
    const torch::Tensor largest = std::get<0>(logits.max(1)),
                        evidence = weighted_answer(logits).sum(1);
    const torch::Tensor others = torch::stack({largest, evidence}, 1);
    return torch::cat({signs_of(logits, placed, known.classes), others}, 1).cpu();
  };
  const auto rows_of = [&](std::shared_ptr<const Dataset> dataset) {
    return rows_of_all(network, std::move(dataset), data.normalization, 5, group, row_of);
  };
  const torch::Tensor rows = rows_of(data.validation);
  const std::vector<Signs> signs = to_signs(rows);
  const auto chimeras = make_chimeras(data.validation, kChimeraSeed);
  if (chimeras->size() > 0) {
    known.classes.exponents = telling_exponents(signs, to_signs(rows_of(chimeras)));
  }
  known.usual_logit = rows.select(1, 3).mean().reshape({1});
  double trained = 0;
  for (const Signs& one : signs) trained += evidence_of(one, known.classes.exponents);
  trained /= static_cast<double>(signs.size());
  const double in_training = rows.select(1, 4).mean().item<double>();
  if (in_training > 0 && trained > 0) known.factor = in_training / trained;
  return known;
}

}  // namespace llcodes
