#include "cli/linear_accuracy.h"

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

}  // namespace llcodes::cli
