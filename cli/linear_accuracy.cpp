#include "cli/linear_accuracy.h"

#include "llcodes/core/linear_classifier.h"
#include "llcodes/eval/ood_scores.h"

namespace llcodes::cli {

double measure_linear(const EncodeRequest& request, std::span<const std::int32_t> labels,
                      Context& context) {
  const std::vector<std::int32_t> answers =
      context.network.classify_linear(request, context.console.progress());
  context.console.finish_progress();
  std::size_t right = 0;
  for (std::size_t index = 0; index < answers.size(); ++index) {
    right += answers[index] == labels[index];
  }
  return static_cast<double>(right) / static_cast<double>(answers.size());
}

double linear_accuracy(const std::string& linear, const EncodedSet& set) {
  return llcodes::linear_accuracy(LinearClassifier::load(linear), set.features, set.labels);
}

}  // namespace llcodes::cli
