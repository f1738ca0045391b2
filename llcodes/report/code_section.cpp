#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

json texts_of(const Codes& codes) {
  json texts = json::array();
  for (std::size_t i = 0; i < codes.size(); ++i) {
    texts.push_back(to_text(codes[i], codes.num_bits()));
  }
  return texts;
}

/// Number of pairs of classes at each distance, 0 to the number of bits.
std::vector<std::size_t> distance_histogram(const Codes& codes) {
  std::vector<std::size_t> counts(static_cast<std::size_t>(codes.num_bits()) + 1);
  for (std::size_t a = 0; a < codes.size(); ++a) {
    for (std::size_t b = a + 1; b < codes.size(); ++b) {
      ++counts[static_cast<std::size_t>(hamming_distance(codes[a], codes[b]))];
    }
  }
  return counts;
}

/// Share of test instances whose bit j is not their class's.
json bit_errors(const RunRecord& run) {
  if (!run.test || run.test->codes.empty()) return nullptr;
  const EncodedSet& set = *run.test;
  json errors = json::array();
  for (int bit = 0; bit < set.codes.num_bits(); ++bit) {
    std::size_t wrong = 0;
    for (std::size_t i = 0; i < set.codes.size(); ++i) {
      const auto label = static_cast<std::size_t>(set.labels[i]);
      wrong += set.codes.bit(i, bit) != run.codebook.codes().bit(label, bit);
    }
    errors.push_back(
        rounded(static_cast<double>(wrong) / static_cast<double>(set.codes.size()), 4));
  }
  return errors;
}

}  // namespace

json code_section(const RunRecord& run) {
  const CodebookStatistics statistics = run.codebook.statistics();
  return {{"num_bits", statistics.num_bits},
          {"num_classes", statistics.num_classes},
          {"names", run.codebook.class_names()},
          {"codes", texts_of(run.codebook.codes())},
          {"unique_codes", statistics.unique_codes},
          {"min_distance", statistics.min_distance},
          {"mean_distance", statistics.mean_distance},
          {"worst_balance", statistics.worst_balance},
          {"mean_correlation", statistics.mean_correlation},
          {"max_correlation", statistics.max_correlation},
          {"balance", statistics.bit_balance},
          {"bit_errors", bit_errors(run)},
          {"distances", distance_histogram(run.codebook.codes())}};
}

}  // namespace llcodes::report
