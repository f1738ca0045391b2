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
  const LinearClassifier classifier = LinearClassifier::load(linear);
  const std::vector<LogitScore> scores = score_logits(classifier, set.features);
  std::size_t right = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) right += scores[i].label == set.labels[i];
  return scores.empty() ? 0 : static_cast<double>(right) / static_cast<double>(scores.size());
}

}  // namespace llcodes::cli
