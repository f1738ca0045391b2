#include <algorithm>
#include <map>

#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr std::size_t kPairsShown = 24;

/// Two classes that are taken for each other, the lower label first.
struct Confusion {
  std::int32_t first = 0, second = 0;
  std::size_t count = 0;
  std::size_t example = 0;  ///< the first test instance that was misread
  std::int32_t answer = 0;  ///< as what
  int distance = 0;         ///< of the two class codes
};

struct Mistakes {
  std::vector<Confusion> pairs;
  std::vector<std::size_t> by_distance;  ///< mistakes at each distance of the two class codes
  std::size_t count = 0;
};

Mistakes collect(const RunRecord& run, const std::vector<Decision>& decisions) {
  Mistakes mistakes;
  mistakes.by_distance.resize(static_cast<std::size_t>(run.codebook.num_bits()) + 1);
  std::map<std::pair<std::int32_t, std::int32_t>, Confusion> pairs;
  const Codes& codes = run.codebook.codes();
  for (std::size_t i = 0; i < decisions.size(); ++i) {
    const std::int32_t truth = run.test->labels[i], answer = decisions[i].label;
    if (answer == truth || answer == kNoClass) continue;
    const auto [low, high] = std::minmax(truth, answer);
    const int distance = hamming_distance(codes[static_cast<std::size_t>(truth)],
                                          codes[static_cast<std::size_t>(answer)]);
    Confusion& pair =
        pairs.try_emplace({low, high}, Confusion{low, high, 0, i, answer, distance}).first->second;
    ++pair.count;
    ++mistakes.count;
    ++mistakes.by_distance[static_cast<std::size_t>(distance)];
  }
  for (const auto& [labels, pair] : pairs) mistakes.pairs.push_back(pair);
  std::stable_sort(mistakes.pairs.begin(), mistakes.pairs.end(),
                   [](const Confusion& a, const Confusion& b) {
                     return a.count != b.count ? a.count > b.count : a.distance < b.distance;
                   });
  return mistakes;
}

/// A picture of the class that the instance was taken for: the first that the test data has.
int picture_of_class(const Material& material, std::int32_t label) {
  const EncodedSet& set = *material.run.test;
  const auto found = std::find(set.labels.begin(), set.labels.end(), label);
  if (found == set.labels.end()) return kNoPicture;
  const auto index = static_cast<std::size_t>(found - set.labels.begin());
  return material.sheet.add(material.test, instance_name(set, index));
}

json json_of(const Material& material, const Confusion& pair) {
  const std::string name = instance_name(*material.run.test, pair.example);
  return {{"first", pair.first},
          {"second", pair.second},
          {"count", pair.count},
          {"distance", pair.distance},
          {"misread", name},
          {"answer", pair.answer},
          {"picture", material.sheet.add(material.test, name)},
          {"answer_picture", picture_of_class(material, pair.answer)}};
}

}  // namespace

json confusion_section(const Material& material) {
  const RunRecord& run = material.run;
  if (!run.test) return nullptr;
  const Mistakes mistakes = collect(run, decide(run.codebook, *run.test, best_decoder(*run.test)));
  json pairs = json::array();
  for (std::size_t i = 0; i < std::min(kPairsShown, mistakes.pairs.size()); ++i) {
    pairs.push_back(json_of(material, mistakes.pairs[i]));
  }
  return {{"mistakes", mistakes.count},
          {"decoder", run.test->projections.empty() ? "MHD" : "soft"},
          {"distances", mistakes.by_distance},
          {"pairs", pairs}};
}

}  // namespace llcodes::report
