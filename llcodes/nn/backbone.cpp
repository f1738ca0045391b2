#include "llcodes/nn/backbone.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "llcodes/nn/alexnet.h"
#include "llcodes/nn/architectures.h"
#include "llcodes/nn/mlp.h"
#include "llcodes/nn/mobilenet.h"
#include "llcodes/nn/resnet.h"
#include "llcodes/nn/small_resnet.h"

namespace llcodes {
namespace {

void check_input(const Architecture& architecture, const InputShape& input) {
  const int side = std::min(input.height, input.width);
  if (input.is_picture && side >= architecture.smallest_picture) return;
  throw std::invalid_argument("backbone " + std::string(architecture.name) +
                              " takes pictures of at least " +
                              std::to_string(architecture.smallest_picture) +
                              " pixels a side, the data holds " + text_of(input) +
                              "; raise --picture-size or choose another --backbone");
}

}  // namespace

std::shared_ptr<Backbone> make_backbone(const BackboneOptions& options) {
  if (options.kind == "cnn") return std::make_shared<SmallResNet>(options);
  if (options.kind == "mlp") return std::make_shared<Mlp>(options);
  const Architecture* architecture = find_architecture(options.kind);
  if (!architecture) {
    throw std::invalid_argument("backbone '" + options.kind +
                                "': expected cnn, mlp, resnet18, resnet50, alexnet or mobilenet");
  }
  check_input(*architecture, options.input);
  if (options.kind == "alexnet") return std::make_shared<AlexNet>(options);
  if (options.kind == "mobilenet") return std::make_shared<MobileNet>(options);
  return std::make_shared<ResNet>(options);
}

std::string differing_options(const BackboneOptions& wanted, const BackboneOptions& chosen) {
  if (wanted.kind != chosen.kind) return "--backbone " + wanted.kind;
  struct Size {
    const char* kind;
    const char* option;
    std::int64_t BackboneOptions::*value;
  };
  static constexpr Size kSizes[] = {{"cnn", "width", &BackboneOptions::width},
                                    {"cnn", "depth", &BackboneOptions::depth},
                                    {"cnn", "stages", &BackboneOptions::stages},
                                    {"cnn", "stem-stride", &BackboneOptions::stem_stride},
                                    {"cnn", "pool", &BackboneOptions::pool},
                                    {"cnn", "features", &BackboneOptions::features},
                                    {"mlp", "hidden", &BackboneOptions::hidden},
                                    {"mlp", "hidden-layers", &BackboneOptions::hidden_layers}};
  std::string text;
  for (const auto& [kind, option, value] : kSizes) {
    if (wanted.kind != kind || wanted.*value == chosen.*value) continue;
    text += (text.empty() ? "--" : " --") + std::string(option) + " " +
            std::to_string(wanted.*value);
  }
  if (wanted.kind == "resnet50" && wanted.stride_on_1x1 != chosen.stride_on_1x1) {
    text = wanted.stride_on_1x1 ? "--stride-on-1x1" : "--no-stride-on-1x1";
  }
  return text;
}

std::string to_json(const BackboneOptions& options) {
  const nlohmann::ordered_json json = {
      {"kind", options.kind},
      {"picture", options.input.is_picture},
      {"input", {options.input.channels, options.input.height, options.input.width}},
      {"width", options.width},
      {"depth", options.depth},
      {"stages", options.stages},
      {"stem_stride", options.stem_stride},
      {"pool", options.pool},
      {"features", options.features},
      {"hidden", options.hidden},
      {"hidden_layers", options.hidden_layers},
      {"stride_on_1x1", options.stride_on_1x1}};
  return json.dump();
}

BackboneOptions backbone_options_from_json(const std::string& text) {
  try {
    const auto json = nlohmann::json::parse(text);
    const auto input = json.at("input").get<std::vector<int>>();
    if (input.size() != 3) throw std::invalid_argument("backbone input needs three sizes");
    return {.kind = json.at("kind"),
            .input = {json.at("picture"), input[0], input[1], input[2]},
            .width = json.at("width"),
            .depth = json.at("depth"),
            .stages = json.at("stages"),
            .stem_stride = json.at("stem_stride"),
            .pool = json.at("pool"),
            .features = json.at("features"),
            .hidden = json.at("hidden"),
            .hidden_layers = json.at("hidden_layers"),
            .stride_on_1x1 = json.value("stride_on_1x1", false)};
  } catch (const nlohmann::json::exception& error) {
    throw std::invalid_argument(std::string("backbone description is not valid: ") + error.what());
  }
}

}  // namespace llcodes
