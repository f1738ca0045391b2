#include "llcodes/learn/model_file.h"

#include <nlohmann/json.hpp>

#include "llcodes/core/answer_reader.h"
#include "llcodes/core/error.h"
#include "llcodes/eval/detector.h"
#include "llcodes/learn/checkpoint.h"
#include "llcodes/nn/layers.h"
#include "llcodes/nn/linear.h"

namespace llcodes {
namespace {

constexpr char kFormat[] = "llcodes.model";
constexpr int kVersion = 1;
constexpr char kBackbonePrefix[] = "backbone.";
constexpr char kClassifierWeight[] = "classifier.weight", kClassifierBias[] = "classifier.bias",
               kAnswer[] = "answer.weight", kFeatureMean[] = "answer.feature_mean",
               kUsualLogit[] = "answer.usual_logit";

BackboneOptions read_backbone_options(const Container& container) {
  try {
    return backbone_options_from_json(container.metadata("backbone"));
  } catch (const std::invalid_argument& error) {
    throw FormatError(container.path(), "metadata backbone", error.what(), "a known backbone");
  }
}

Normalization read_normalization(const Container& container) {
  const auto mean = container.values<float>("normalization.mean", {-1});
  const auto deviation =
      container.values<float>("normalization.deviation", {static_cast<std::int64_t>(mean.size())});
  return {{mean.begin(), mean.end()}, {deviation.begin(), deviation.end()}};
}

std::vector<std::string> read_class_names(const Container& container) {
  try {
    return nlohmann::json::parse(container.metadata("class_names")).get<std::vector<std::string>>();
  } catch (const nlohmann::json::exception&) {
    throw FormatError(container.path(), "metadata class_names", "no list of names", "a JSON list");
  }
}

/// Files of before have none: they saw whole squares.
double read_centre_share(const Container& container) {
  if (!container.has_metadata("centre_share")) return 1;
  const std::string& text = container.metadata("centre_share");
  const auto share = nlohmann::json::parse(text, nullptr, false);
  if (share.is_number() && share > 0 && share <= 1) return share;
  throw FormatError(container.path(), "metadata centre_share", shown(text), "a share up to 1");
}

void expect_shape(const Container& container, const std::string& name, const torch::Tensor& tensor,
                  const std::vector<std::int64_t>& expected) {
  if (tensor.sizes().vec() == expected) return;
  throw FormatError(container.path(), "shape of tensor " + name,
                    nlohmann::json(tensor.sizes().vec()).dump(), nlohmann::json(expected).dump());
}

/// What codes read beside the features, if the file has it.
void read_answer(const Container& container, ModelParts& parts) {
  if (!container.has_tensor(kAnswer)) return;
  parts.answer = read_tensor(container, kAnswer);
  parts.classifier_weight = read_tensor(container, kClassifierWeight);
  parts.classifier_bias = read_tensor(container, kClassifierBias);
  require_evidence(container);
  parts.known = {read_tensor(container, kFeatureMean), read_tensor(container, kDirections),
                 read_exponents(container)};
  parts.usual_logit = read_tensor(container, kUsualLogit);
  const auto classes = static_cast<std::int64_t>(parts.codebook->num_learnt());
  expect_shape(container, kFeatureMean, parts.known.feature_mean, {parts.backbone->feature_size()});
  expect_shape(container, kDirections, parts.known.directions,
               {classes, parts.backbone->feature_size()});
  expect_shape(container, kUsualLogit, parts.usual_logit, {1});
  expect_shape(container, kAnswer, parts.answer, {parts.codebook->num_bits()});
  expect_shape(container, kClassifierWeight, parts.classifier_weight,
               {classes, parts.backbone->feature_size()});
  expect_shape(container, kClassifierBias, parts.classifier_bias, {classes});
}

/// The codes of the classes that the classifier knows, [L, k].
torch::Tensor spelling(const Codebook& codebook) {
  const std::vector<float> signs = to_signs(codebook.codes());
  return torch::tensor(signs)
      .reshape({-1, codebook.num_bits()})
      .narrow(0, 0, static_cast<std::int64_t>(codebook.num_learnt()));
}

}  // namespace

torch::Tensor ModelParts::features(const torch::Tensor& input) const {
  torch::NoGradGuard no_gradient;
  const bool is_picture = backbone_options.input.is_picture;
  return backbone->forward(is_picture ? input.contiguous(torch::MemoryFormat::ChannelsLast)
                                      : input);
}

torch::Tensor ModelParts::forward(const torch::Tensor& input) const {
  torch::NoGradGuard no_gradient;
  const torch::Tensor read = features(input);
  const torch::Tensor z = shared_product(read, weight.t()) + bias;
  if (!answer.defined()) return z;
  const torch::Tensor logits = shared_product(read, classifier_weight.t()) + classifier_bias;
  const torch::Tensor weights = recognised_answer(logits, read, known);
  return z + answer * shared_product(weights, spelling(*codebook));
}

void ModelParts::save(const std::filesystem::path& path) const {
  ContainerWriter writer(kFormat, kVersion);
  writer.set("kind", codebook ? "codes" : "linear");
  writer.set("backbone", to_json(backbone_options));
  writer.set("training", training);
  writer.set("centre_share", nlohmann::json(centre_share).dump());
  writer.set("class_names", nlohmann::json(class_names).dump());
  if (threshold) writer.set(kThresholdKey, nlohmann::json(*threshold).dump());
  const auto channels = static_cast<std::int64_t>(normalization.mean.size());
  writer.add<float>("normalization.mean", {channels}, normalization.mean);
  writer.add<float>("normalization.deviation", {channels}, normalization.deviation);
  for (const auto& [name, tensor] : state_of(*backbone, kBackbonePrefix)) {
    add_tensor(writer, name, tensor);
  }
  if (answer.defined()) {
    add_tensor(writer, kAnswer, answer);
    add_tensor(writer, kClassifierWeight, classifier_weight);
    add_tensor(writer, kClassifierBias, classifier_bias);
    add_tensor(writer, kDirections, known.directions);
    add_tensor(writer, kFeatureMean, known.feature_mean);
    const Exponents& by = known.exponents;
    add_tensor(writer, kExponents,
               torch::tensor({by.energy, by.resemblance, by.clarity}, torch::kFloat32));
    add_tensor(writer, kUsualLogit, usual_logit);
  }
  add_tensor(writer, "projection.weight", weight);
  add_tensor(writer, "projection.bias", bias);
  if (class_means.defined()) add_tensor(writer, "class_means", class_means);
  if (codebook) codebook->save(writer);
  writer.write(path);
}

ModelParts ModelParts::load(const std::filesystem::path& path) {
  const Container container = Container::open(path, kFormat);
  ModelParts parts;
  parts.backbone_options = read_backbone_options(container);
  parts.backbone = make_backbone(parts.backbone_options);
  TensorMap tensors;
  for (const std::string& name : container.tensor_names()) {
    if (name.starts_with(kBackbonePrefix)) tensors[name] = read_tensor(container, name);
  }
  restore(*parts.backbone, tensors, kBackbonePrefix, container.path());
  use_channels_last(*parts.backbone);
  parts.backbone->eval();
  parts.normalization = read_normalization(container);
  parts.class_names = read_class_names(container);
  parts.training = container.metadata("training");
  parts.centre_share = read_centre_share(container);
  if (container.metadata("kind") == "codes") parts.codebook = Codebook::load(container);
  parts.threshold = own_threshold(container);
  parts.weight = read_tensor(container, "projection.weight");
  parts.bias = read_tensor(container, "projection.bias");
  const auto outputs = parts.codebook ? parts.codebook->num_bits()
                                      : static_cast<std::int64_t>(parts.class_names.size());
  expect_shape(container, "projection.weight", parts.weight,
               {outputs, parts.backbone->feature_size()});
  expect_shape(container, "projection.bias", parts.bias, {outputs});
  if (parts.codebook) read_answer(container, parts);
  return parts;
}

}  // namespace llcodes
