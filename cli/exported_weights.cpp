#include "cli/exported_weights.h"

#include <nlohmann/json.hpp>

#include "llcodes/core/codebook.h"
#include "llcodes/core/container.h"
#include "llcodes/nn/architectures.h"

namespace llcodes::cli {
namespace {

constexpr std::string_view kBackbone = "backbone.", kProjection = "projection.",
                           kClassifier = "classifier.", kAnswer = "answer.";

/// Empty for what has no place in a file of weights.
std::string name_of_export(const std::string& name, const Container& model) {
  if (name.starts_with(kBackbone)) return name.substr(kBackbone.size());
  if (name.starts_with(kClassifier) || name.starts_with(kAnswer)) return name;
  if (!name.starts_with(kProjection)) return "";
  if (model.metadata("kind") != "linear") return name;
  const auto backbone = nlohmann::json::parse(model.metadata("backbone"));
  const Architecture* architecture = find_architecture(backbone.at("kind").get<std::string>());
  const std::string classifier(architecture ? architecture->classifier : "classifier");
  return classifier + "." + name.substr(kProjection.size());
}

}  // namespace

std::size_t write_weights(const std::string& model_path, const std::string& output) {
  const Container model = Container::open(model_path, "llcodes.model");
  ContainerWriter writer("llcodes.weights", 1);
  std::size_t count = 0;
  for (const std::string& name : model.tensor_names()) {
    const std::string exported = name_of_export(name, model);
    if (exported.empty()) continue;
    const TensorView& view = model.tensor(name);
    writer.add(exported, view.dtype, view.shape, view.bytes);
    ++count;
  }
  if (model.has_tensor("codebook.codes")) {
    const Codebook codebook = Codebook::load(model);
    writer.add<float>("codebook",
                      {static_cast<std::int64_t>(codebook.num_classes()), codebook.num_bits()},
                      to_signs(codebook.codes()));
    ++count;
  }
  writer.write(output);
  return count;
}

}  // namespace llcodes::cli
