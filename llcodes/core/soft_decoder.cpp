#include "llcodes/core/soft_decoders.h"

namespace llcodes {

Decision SoftDecoder::scan(const Instances& instances, std::size_t index,
                           std::vector<float>& scores) const {
  scores.resize(codebook().num_classes());
  scorer().scores(projection(instances, index), scores);
  const BestScore best = best_of(scores);
  const CodeView class_code = class_codes()[static_cast<std::size_t>(best.label)];
  return {.label = best.label,
          .distance = hamming_distance(instances.codes[index], class_code),
          .ties = best.ties,
          .probes = static_cast<std::uint32_t>(scores.size()),
          .by_score = true};
}

void SoftDecoder::decode(const Instances& instances, std::span<Decision> decisions) const {
  check_instances(codebook(), instances, decisions.size());
  require_projections(instances);
  std::vector<float> scores;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    decisions[i] = scan(instances, i, scores);
    finish(instances, i, scores, decisions[i]);
  }
}

}  // namespace llcodes
