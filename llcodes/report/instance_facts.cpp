#include "llcodes/report/instance_facts.h"

#include <cmath>

namespace llcodes::report {

DecoderOptions best_decoder(const EncodedSet& set) {
  return {.decode = set.projections.empty() ? Decode::kMinimumHamming : Decode::kSoft};
}

std::vector<Decision> decide(const Codebook& codebook, const EncodedSet& set,
                             const DecoderOptions& options) {
  std::vector<Decision> decisions(set.codes.size());
  make_decoder(codebook, options)->decode(set.instances(), decisions);
  return decisions;
}

std::string instance_name(const EncodedSet& set, std::size_t index) {
  return set.names.empty() ? "instance " + std::to_string(index) : set.names[index];
}

double rounded(double value, int digits) {
  const double scale = std::pow(10.0, digits);
  return std::round(value * scale) / scale;
}

}  // namespace llcodes::report
