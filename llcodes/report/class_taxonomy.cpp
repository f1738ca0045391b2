#include "llcodes/report/class_taxonomy.h"

namespace llcodes::report {

std::optional<RealClasses> real_classes(const RunRecord& run) {
  if (!run.linear) return std::nullopt;
  const LinearClassifier& linear = *run.linear;
  RealClasses classes{{linear.weight, linear.num_features()}, std::nullopt};
  if (!linear.class_means.empty()) classes.means = {linear.class_means, linear.num_features()};
  return classes;
}

std::optional<Taxonomy> class_taxonomy(const RunRecord& run) {
  if (run.codebook.num_classes() < 3) return std::nullopt;
  return discover_taxonomy(run.codebook, real_classes(run), std::nullopt);
}

}  // namespace llcodes::report
