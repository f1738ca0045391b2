#include "llcodes/learn/weights.h"

#include <cstring>
#include <map>
#include <optional>

#include "llcodes/core/container_header.h"
#include "llcodes/core/error.h"
#include "llcodes/core/safetensors.h"
#include "llcodes/nn/architectures.h"

namespace llcodes {
namespace {

constexpr std::string_view kBackbone = "backbone.";
constexpr std::size_t kNamesShown = 4;

using Targets = std::map<std::string, torch::Tensor>;

Targets targets_of(const Network& network) {
  Targets targets;
  for (const auto& item : network.named_parameters()) targets[item.key()] = item.value();
  for (const auto& item : network.named_buffers()) targets[item.key()] = item.value();
  return targets;
}

std::string without_prefixes(std::string name) {
  for (const std::string_view prefix : {std::string_view("module."), kBackbone}) {
    if (name.starts_with(prefix)) name.erase(0, prefix.size());
  }
  return name;
}

/// Where a tensor of the file belongs; empty if nowhere.
std::string place_of(const std::string& name, const Targets& targets, std::string_view classifier) {
  const std::string plain = without_prefixes(name);
  if (plain == "codebook" && targets.contains("code.codebook")) return "code.codebook";
  if (const std::string inside = std::string(kBackbone) + plain; targets.contains(inside)) {
    return inside;
  }
  if (!classifier.empty() && plain.starts_with(std::string(classifier) + ".")) {
    return "linear.fc." + plain.substr(classifier.size() + 1);
  }
  return targets.contains(plain) ? plain : "";
}

std::optional<torch::ScalarType> scalar_type(DType dtype) {
  switch (dtype) {
    case DType::kF16: return torch::kFloat16;
    case DType::kF32: return torch::kFloat32;
    case DType::kF64: return torch::kFloat64;
    case DType::kI64: return torch::kInt64;
    default: return {};
  }
}

torch::Tensor to_tensor(const TensorView& view, const std::string& name, const std::string& path) {
  const auto type = scalar_type(view.dtype);
  if (!type) {
    throw FormatError(path, "type of tensor " + shown(name), name_of(view.dtype),
                      "F16, F32, F64 or I64");
  }
  torch::Tensor tensor = torch::empty(view.shape, *type);
  if (!view.bytes.empty()) std::memcpy(tensor.data_ptr(), view.bytes.data(), view.bytes.size());
  return tensor;
}

void check_shape(const TensorView& view, const torch::Tensor& target, const std::string& name,
                 const std::string& path, const std::string& backbone) {
  if (target.sizes() == c10::IntArrayRef(view.shape)) return;
  throw FormatError(path, "shape of tensor " + shown(name), text_of(view.shape),
                    text_of(target.sizes().vec()) + ", as " + backbone +
                        " has it; are these weights of another architecture?");
}

/// Heads are taken where they fit and left out where the number of classes differs.
bool is_optional(const std::string& place) { return place.starts_with("linear."); }


std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t i = 0; i < std::min(names.size(), kNamesShown); ++i) {
    text += (i ? ", " : "") + names[i];
  }
  return names.size() > kNamesShown ? text + ", ..." : text;
}

std::vector<std::string> missing_in_backbone(const Targets& targets, const Targets& given) {
  std::vector<std::string> missing;
  for (const auto& [name, target] : targets) {
    // Counters of batch norm came late to PyTorch: older files lack them, and nothing reads them.
    const bool counts = name.ends_with("num_batches_tracked");
    if (name.starts_with(kBackbone) && !counts && !given.contains(name)) {
      missing.push_back(name.substr(kBackbone.size()));
    }
  }
  return missing;
}

void check_missing(const WeightsReport& report, const std::string& path,
                   const std::string& backbone) {
  if (report.missing.empty()) return;
  throw FormatError(path, "weights of " + backbone,
                    std::to_string(report.missing.size()) + " tensors missing (" +
                        listed(report.missing) + ")",
                    "all of them; choose the --backbone they belong to, or take what is there with "
                    "--partial-weights");
}

}  // namespace

std::string WeightsReport::text() const {
  std::string text = std::to_string(loaded) + " tensors loaded, " +
                     std::to_string(missing.size()) + " missing";
  if (!missing.empty()) text += " (" + listed(missing) + ")";
  text += ", " + std::to_string(unexpected.size()) + " unexpected";
  if (!unexpected.empty()) text += " (" + listed(unexpected) + ")";
  return text;
}

WeightsReport load_weights(Network& network, const std::filesystem::path& path,
                           const std::string& backbone, MissingWeights missing) {
  const SafetensorsFile file(path);
  const Architecture* architecture = find_architecture(backbone);
  const std::string_view classifier = architecture ? architecture->classifier : "";
  const Targets targets = targets_of(network);
  Targets given;
  WeightsReport report;
  for (const auto& [name, view] : file.tensors()) {
    const std::string place = place_of(name, targets, classifier);
    const auto target = targets.find(place);
    const bool fits =
        target != targets.end() && target->second.sizes() == c10::IntArrayRef(view.shape);
    if (target == targets.end() || (is_optional(place) && !fits)) {
      report.unexpected.push_back(name);
      continue;
    }
    check_shape(view, target->second, name, file.path(), backbone);
    given[place] = to_tensor(view, name, file.path());
  }
  report.missing = missing_in_backbone(targets, given);
  report.loaded = given.size();
  if (missing == MissingWeights::kRefuse || given.empty()) {
    check_missing(report, file.path(), backbone);
  }
  torch::NoGradGuard no_gradient;
  for (const auto& [place, source] : given) targets.at(place).copy_(source);
  return report;
}

}  // namespace llcodes
