#include "llcodes/nn/architectures.h"

#include <algorithm>

namespace llcodes {
namespace {

// Statistics of ImageNet that all published weights of these networks were trained with.
constexpr std::array<float, 3> kMean = {0.485f, 0.456f, 0.406f};
constexpr std::array<float, 3> kDeviation = {0.229f, 0.224f, 0.225f};
constexpr double kCentre = 224.0 / 256;

}  // namespace

const std::vector<Architecture>& architectures() {
  static const std::vector<Architecture> table = {
      {"resnet18", 512, 224, 8, kCentre, kMean, kDeviation, "fc"},
      {"resnet50", 2048, 224, 8, kCentre, kMean, kDeviation, "fc"},
      {"alexnet", 4096, 224, 63, kCentre, kMean, kDeviation, "classifier.6"},
      {"mobilenet", 1024, 224, 8, kCentre, kMean, kDeviation, "fc"},
  };
  return table;
}

const Architecture* find_architecture(std::string_view name) {
  const auto& all = architectures();
  const auto found = std::find_if(all.begin(), all.end(),
                                  [&](const Architecture& one) { return one.name == name; });
  return found == all.end() ? nullptr : &*found;
}

}  // namespace llcodes
