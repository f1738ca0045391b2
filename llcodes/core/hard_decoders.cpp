#include "llcodes/core/hard_decoders.h"

#include "llcodes/core/hamming.h"

namespace llcodes {

void ExactDecoder::decode(const Instances& instances, std::span<Decision> decisions) const {
  check_instances(codebook(), instances, decisions.size());
  std::vector<float> scores;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const ClassGroup group = table_.find(instances.codes[i].data());
    Decision decision{
        .label = group.label, .distance = group.size > 0 ? 0 : -1, .ties = group.size, .probes = 1};
    finish(instances, i, scores, decision);
    decisions[i] = decision;
  }
}

void ExactDecoder::labels(const Instances& instances, std::span<std::int32_t> labels) const {
  if (options().min_margin > 0) return Decoder::labels(instances, labels);
  check_instances(codebook(), {instances.codes}, labels.size());  // projections are not used
  const Word* code = instances.codes.words().data();
  const int words = instances.codes.words_per_code();
  for (std::int32_t& label : labels) {
    label = table_.find(code).label;
    code += words;
  }
}

void TableDecoder::decode(const Instances& instances, std::span<Decision> decisions) const {
  check_instances(codebook(), instances, decisions.size());
  std::vector<float> scores;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const NearestEntry entry = table_[instances.codes[i][0]];
    Decision decision{.distance = entry.distance(), .ties = 0, .probes = 1};
    if (entry.distance() <= radius_) {
      decision.label = entry.label();
      decision.ties = tie_count(entry, instances.codes[i]);
    }
    finish(instances, i, scores, decision);
    decisions[i] = decision;
  }
}

// The table counts ties up to a limit; beyond it the codebook is asked, which is rare.
std::int32_t TableDecoder::tie_count(NearestEntry entry, CodeView code) const {
  if (entry.ties() < NearestEntry::kMostTies) return static_cast<std::int32_t>(entry.ties());
  return static_cast<std::int32_t>(nearest_code(code.data(), array_of(class_codes())).ties);
}

// Nothing but independent loads, so that many are under way at once.
void TableDecoder::labels(const Instances& instances, std::span<std::int32_t> labels) const {
  if (options().min_margin > 0) return Decoder::labels(instances, labels);
  check_instances(codebook(), {instances.codes}, labels.size());  // projections are not used
  const Word* const codes = instances.codes.words().data();
  const NearestEntry* const table = table_.data();
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const NearestEntry entry = table[codes[i]];
    labels[i] = entry.distance() <= radius_ ? entry.label() : kNoClass;
  }
}

void ScanDecoder::decode(const Instances& instances, std::span<Decision> decisions) const {
  check_instances(codebook(), instances, decisions.size());
  const CodeArray classes = array_of(class_codes());
  std::vector<float> scores;
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const NearestCode nearest = nearest_code(instances.codes[i].data(), classes);
    Decision decision{.distance = nearest.distance,
                      .ties = 0,
                      .probes = static_cast<std::uint32_t>(classes.count)};
    if (nearest.distance <= radius_) {
      decision.label = static_cast<std::int32_t>(nearest.first);
      decision.ties = static_cast<std::int32_t>(nearest.ties);
    }
    finish(instances, i, scores, decision);
    decisions[i] = decision;
  }
}

}  // namespace llcodes
