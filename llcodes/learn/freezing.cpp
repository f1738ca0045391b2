#include "llcodes/learn/freezing.h"

#include <algorithm>

namespace llcodes {
namespace {

bool has_weights(const torch::nn::Module& module) {
  const auto parameters = module.parameters(false);
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const torch::Tensor& parameter) { return parameter.dim() > 1; });
}

std::vector<std::shared_ptr<torch::nn::Module>> innermost_modules(Backbone& backbone) {
  std::vector<std::shared_ptr<torch::nn::Module>> leaves;
  for (const auto& module : backbone.modules(false)) {
    if (module->children().empty()) leaves.push_back(module);
  }
  return leaves;
}

}  // namespace

std::vector<std::shared_ptr<torch::nn::Module>> freeze_layers(Backbone& backbone,
                                                              std::int64_t unfrozen) {
  auto modules = innermost_modules(backbone);
  std::size_t frozen = modules.size();
  for (std::int64_t layers = 0; layers < unfrozen && frozen > 0;) {
    if (has_weights(*modules[--frozen])) ++layers;
  }
  modules.resize(frozen);
  for (const auto& module : modules) {
    for (torch::Tensor& parameter : module->parameters(false)) parameter.set_requires_grad(false);
  }
  return modules;
}

}  // namespace llcodes
