#include "llcodes/learn/transfer.h"

#include <algorithm>
#include <stdexcept>

#include "llcodes/core/random.h"
#include "llcodes/learn/checkpoint.h"
#include "llcodes/learn/model_file.h"

namespace llcodes {

bool is_linear_model(const std::string& path) {
  return Container::open(path, {}, Verify::kStructure).metadata("kind") == "linear";
}

void take_over(Network& network, const std::string& path, const BackboneOptions& backbone,
               const std::vector<std::string>& class_names) {
  const ModelParts parts = ModelParts::load(path);
  const BackboneOptions& given = parts.backbone_options;
  if (given.input != backbone.input) {
    throw std::invalid_argument("start from " + path + ": it takes " + text_of(given.input) +
                                ", the data holds " + text_of(backbone.input));
  }
  if (const std::string options = differing_options(given, backbone); !options.empty()) {
    throw std::invalid_argument("start from " + path +
                                ": it has another network than this run; give " + options);
  }
  restore(*network.backbone, state_of(*parts.backbone), "", path);
  if (parts.codebook) return;
  if (parts.class_names != class_names) {
    throw std::invalid_argument("start from " + path +
                                ": its classifier has other classes than the data");
  }
  torch::NoGradGuard no_gradient;
  network.linear->fc->weight.copy_(parts.weight);
  network.linear->fc->bias.copy_(parts.bias);
}

std::shared_ptr<const Dataset> take_per_class(std::shared_ptr<const Dataset> dataset,
                                              std::size_t per_class) {
  constexpr std::uint64_t kOrder = 17;
  std::vector<std::uint32_t> chosen;
  std::vector<std::size_t> taken;
  for (const std::uint32_t index : permutation(dataset->size(), kOrder, 0)) {
    const auto label = static_cast<std::size_t>(dataset->label(index));
    if (label >= taken.size()) taken.resize(label + 1);
    if (taken[label]++ < per_class) chosen.push_back(index);
  }
  std::sort(chosen.begin(), chosen.end());
  return std::make_shared<SubsetDataset>(std::move(dataset), std::move(chosen));
}

}  // namespace llcodes
