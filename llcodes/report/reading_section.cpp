// How a picture is read: real values, their signs, the class code that fits.
//
// The examples are of five kinds, so that a reader sees what each decoder is good for.
#include <array>
#include <string_view>

#include "llcodes/core/random.h"
#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

struct Kind {
  std::string_view name;
  std::size_t wanted;
};
constexpr std::array<Kind, 5> kKinds = {
    {{"exact", 3}, {"nearest", 2}, {"soft", 2}, {"tie", 1}, {"wrong", 1}}};

/// What the three decoders say about every test instance.
struct Answers {
  std::vector<Decision> exact, hamming, soft;
  std::vector<int> truth_distance;  ///< of the instance's code to that of its class
};

std::vector<int> truth_distances(const RunRecord& run) {
  std::vector<int> distances;
  for (std::size_t i = 0; i < run.test->codes.size(); ++i) {
    const auto truth = static_cast<std::size_t>(run.test->labels[i]);
    distances.push_back(hamming_distance(run.test->codes[i], run.codebook.codes()[truth]));
  }
  return distances;
}

/// The first decoder that finds the true class, "tie" if it is one of several nearest and soft
/// decoding finds it, "wrong" if none does.
std::size_t kind_of(const Answers& answers, std::size_t index, std::int32_t truth) {
  const auto finds = [&](const Decision& decision) {
    return decision.label == truth && decision.ties == 1;
  };
  if (finds(answers.exact[index])) return 0;
  if (finds(answers.hamming[index])) return 1;
  if (!finds(answers.soft[index])) return 4;
  return answers.truth_distance[index] == answers.hamming[index].distance ? 3 : 2;
}

std::vector<std::size_t> choose(const Answers& answers, const std::vector<std::int32_t>& labels) {
  std::array<std::vector<std::size_t>, kKinds.size()> chosen;
  for (const std::uint32_t index : permutation(labels.size(), 1, 0)) {
    const std::size_t kind = kind_of(answers, index, labels[index]);
    if (chosen[kind].size() < kKinds[kind].wanted) chosen[kind].push_back(index);
  }
  std::vector<std::size_t> all;
  for (const auto& indices : chosen) all.insert(all.end(), indices.begin(), indices.end());
  return all;
}

json values_of(const EncodedSet& set, std::size_t index) {
  json values = json::array();
  const auto width = static_cast<std::size_t>(set.codes.num_bits());
  for (std::size_t bit = 0; bit < width; ++bit) {
    values.push_back(rounded(set.projections[index * width + bit], 2));
  }
  return values;
}

json example(const Material& material, const Answers& answers, std::size_t index) {
  const EncodedSet& set = *material.run.test;
  const std::string name = instance_name(set, index);
  const std::int32_t truth = set.labels[index];
  return {{"picture", material.sheet.add(material.test, name)},
          {"name", name},
          {"kind", kKinds[kind_of(answers, index, truth)].name},
          {"truth", truth},
          {"code", to_text(set.codes[index], set.codes.num_bits())},
          {"values", values_of(set, index)},
          {"exact", answers.exact[index].label},
          {"nearest", answers.hamming[index].label},
          {"nearest_ties", answers.hamming[index].ties},
          {"distance", answers.hamming[index].distance},
          {"soft", answers.soft[index].label}};
}

}  // namespace

json reading_section(const Material& material) {
  const RunRecord& run = material.run;
  if (!run.test || run.test->projections.empty()) return nullptr;
  const auto answers_of = [&](Decode decode) {
    return decide(run.codebook, *run.test, {.decode = decode});
  };
  const Answers answers{answers_of(Decode::kExact), answers_of(Decode::kMinimumHamming),
                        answers_of(Decode::kSoft), truth_distances(run)};
  json examples = json::array();
  for (const std::size_t index : choose(answers, run.test->labels)) {
    examples.push_back(example(material, answers, index));
  }
  return examples;
}

}  // namespace llcodes::report
