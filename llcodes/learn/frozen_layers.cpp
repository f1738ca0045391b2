#include "llcodes/learn/frozen_layers.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace llcodes {
namespace {

using Modules = std::vector<std::shared_ptr<torch::nn::Module>>;

bool is_below(const std::string& name, const std::string& prefix) {
  return name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.');
}

Modules modules_below(const Backbone& backbone, const std::string& prefix) {
  Modules below;
  for (const auto& module : backbone.named_modules("", false)) {
    if (is_below(module.key(), prefix)) below.push_back(module.value());
  }
  return below;
}

bool has_weights(const torch::nn::Module& module) {
  const auto parameters = module.parameters(false);
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const torch::Tensor& parameter) { return parameter.dim() > 1; });
}

Modules all_but_last(const Backbone& backbone, int learning) {
  Modules leaves;
  for (const auto& module : backbone.modules(false)) {
    if (module->children().empty()) leaves.push_back(module);
  }
  std::size_t frozen = leaves.size();
  for (int layers = 0; layers < learning && frozen > 0;) {
    if (has_weights(*leaves[--frozen])) ++layers;
  }
  leaves.resize(frozen);
  return leaves;
}

/// N of "all-but-N", 0 of "all"; nothing for the name of a layer.
std::optional<int> layers_left_out(const std::string& choice) {
  constexpr std::string_view kAllBut = "all-but-";
  if (choice == "all") return 0;
  if (!choice.starts_with(kAllBut)) return {};
  int count = 0;
  const char* end = choice.data() + choice.size();
  const auto [stop, error] = std::from_chars(choice.data() + kAllBut.size(), end, count);
  if (error == std::errc{} && stop == end && count >= 0) return count;
  throw std::invalid_argument("--freeze-layers " + choice + ": expected a number, as in all-but-2");
}

std::string layer_names(const Backbone& backbone) {
  std::string names;
  for (const auto& child : backbone.named_children()) {
    names += (names.empty() ? "" : ", ") + child.key();
  }
  return names;
}

Modules chosen_modules(const Backbone& backbone, const std::string& choice) {
  if (const auto learning = layers_left_out(choice)) return all_but_last(backbone, *learning);
  Modules modules = modules_below(backbone, choice);
  if (!modules.empty()) return modules;
  throw std::invalid_argument("--freeze-layers " + choice +
                              ": the backbone has no such layer; its layers are " +
                              layer_names(backbone) + " (or all, or all-but-N)");
}

}  // namespace

std::vector<std::shared_ptr<torch::nn::Module>> freeze_layers(
    Backbone& backbone, const std::vector<std::string>& choices) {
  Modules frozen;
  for (const std::string& choice : choices) {
    for (const auto& module : chosen_modules(backbone, choice)) frozen.push_back(module);
  }
  for (const auto& module : frozen) {
    for (torch::Tensor& parameter : module->parameters()) parameter.set_requires_grad(false);
  }
  return frozen;
}

}  // namespace llcodes
