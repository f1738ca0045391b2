#include "llcodes/learn/frozen_layers.h"

#include <stdexcept>

namespace llcodes {
namespace {

bool is_below(const std::string& name, const std::string& prefix) {
  return name.starts_with(prefix) && (name.size() == prefix.size() || name[prefix.size()] == '.');
}

std::string layer_names(const Backbone& backbone) {
  std::string names;
  for (const auto& child : backbone.named_children()) {
    names += (names.empty() ? "" : ", ") + child.key();
  }
  return names;
}

}  // namespace

std::vector<std::shared_ptr<torch::nn::Module>> freeze_by_prefix(
    Backbone& backbone, const std::vector<std::string>& prefixes) {
  std::vector<std::shared_ptr<torch::nn::Module>> frozen;
  for (const std::string& prefix : prefixes) {
    const std::size_t before = frozen.size();
    for (const auto& module : backbone.named_modules("", false)) {
      if (is_below(module.key(), prefix)) frozen.push_back(module.value());
    }
    if (frozen.size() > before) continue;
    throw std::invalid_argument("--freeze-layers " + prefix +
                                ": the backbone has no such layer; its layers are " +
                                layer_names(backbone));
  }
  for (const auto& module : frozen) {
    for (torch::Tensor& parameter : module->parameters()) parameter.set_requires_grad(false);
  }
  return frozen;
}

}  // namespace llcodes
