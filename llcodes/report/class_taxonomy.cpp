#include "llcodes/report/class_taxonomy.h"

namespace llcodes::report {

std::optional<ClassVectors> real_vectors(const RunRecord& run) {
  if (!run.linear) return std::nullopt;
  return ClassVectors{run.linear->weight, run.linear->num_features()};
}

std::optional<Taxonomy> class_taxonomy(const RunRecord& run) {
  if (run.codebook.num_classes() < 3) return std::nullopt;
  return discover_taxonomy(run.codebook, real_vectors(run), std::nullopt);
}

}  // namespace llcodes::report
