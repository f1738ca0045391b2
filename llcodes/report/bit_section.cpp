// What each bit means: the classes on either side, the pictures of which the network is surest and
// least sure, and how the real values lie (the paper's figure of bit splits).
#include <algorithm>
#include <cmath>
#include <map>
#include <span>

#include "llcodes/report/instance_facts.h"
#include "llcodes/report/sections.h"
#include "llcodes/taxonomy/bit_split.h"

namespace llcodes::report {
namespace {

using nlohmann::json;

constexpr int kMostBits = 64, kBins = 48;
constexpr std::size_t kClassesNamed = 12, kMostInstances = 15, kRoomForPictures = 640;

/// How many instances a side shows: the wider the codes the fewer, since all share one page.
struct Shown {
  std::size_t surest = 0, unsure = 0;
};

Shown shown_of(std::size_t bits) {
  const std::size_t all = std::min(kMostInstances, kRoomForPictures / (2 * bits));
  return {.surest = 2 * all / 3, .unsure = all - 2 * all / 3};
}

using Instances = std::vector<std::uint32_t>;

/// `count` of the instances, in their order: the first of each class, where these are too few also
/// the second, and so on. One class alone would say little about a bit.
Instances of_different_classes(const Instances& instances, const EncodedSet& set,
                               std::size_t count) {
  struct Place {
    std::size_t of_its_class = 0, at = 0;
  };
  std::map<std::int32_t, std::size_t> seen;
  std::vector<Place> places;
  for (std::size_t at = 0; at < instances.size(); ++at) {
    places.push_back({.of_its_class = seen[set.labels[instances[at]]]++, .at = at});
  }
  std::ranges::stable_sort(places, {}, &Place::of_its_class);
  places.resize(std::min(count, places.size()));
  std::ranges::sort(places, {}, &Place::at);
  Instances chosen;
  for (const Place& place : places) chosen.push_back(instances[place.at]);
  return chosen;
}

double value_of(const EncodedSet& set, std::size_t index, int bit) {
  return set.projections[index * static_cast<std::size_t>(set.codes.num_bits()) +
                         static_cast<std::size_t>(bit)];
}

json json_of(const Material& material, const Instances& instances, int bit) {
  const EncodedSet& set = *material.run.test;
  json list = json::array();
  for (const std::uint32_t index : instances) {
    const std::string name = instance_name(set, index);
    list.push_back({{"picture", material.sheet.add(material.test, name)},
                    {"name", name},
                    {"label", set.labels[index]},
                    {"value", rounded(value_of(set, index, bit), 2)}});
  }
  return list;
}

/// The surest come from the surer half and the least sure from the other, so that few instances are
/// never both, and one that has just strayed here is not taken for a sure one of another class.
json side_of(const Material& material, const BitSide& side, int bit, const Shown& shown) {
  const auto half =
      side.instances.begin() + static_cast<std::ptrdiff_t>(side.instances.size() + 1) / 2;
  const Instances surer(side.instances.begin(), half);
  const Instances unsurer(side.instances.rbegin(), std::make_reverse_iterator(half));
  const EncodedSet& set = *material.run.test;
  const std::size_t named = std::min(kClassesNamed, side.classes.size());
  return {{"classes", side.classes.size()},
          {"instances", side.instances.size()},
          {"first_classes", std::vector(side.classes.begin(),
                                        side.classes.begin() + static_cast<std::ptrdiff_t>(named))},
          {"surest", json_of(material, of_different_classes(surer, set, shown.surest), bit)},
          {"unsure", json_of(material, of_different_classes(unsurer, set, shown.unsure), bit)}};
}

/// The largest size of a value of any bit: all bits are drawn on one axis.
double largest_value(const EncodedSet& set) {
  float largest = 1e-6F;
  for (const float value : set.projections) largest = std::max(largest, std::abs(value));
  return largest;
}

/// How many instances whose class has `plus` at the bit lie in each part of -limit to limit.
std::vector<std::size_t> histogram(const RunRecord& run, int bit, bool plus, double limit) {
  std::vector<std::size_t> counts(kBins);
  for (std::size_t i = 0; i < run.test->codes.size(); ++i) {
    const auto label = static_cast<std::size_t>(run.test->labels[i]);
    if (run.codebook.codes().bit(label, bit) != plus) continue;
    const double share = (value_of(*run.test, i, bit) / limit + 1) / 2;
    ++counts[static_cast<std::size_t>(std::clamp(static_cast<int>(share * kBins), 0, kBins - 1))];
  }
  return counts;
}

}  // namespace

json bit_section(const Material& material) {
  const RunRecord& run = material.run;
  if (!run.test || run.test->projections.empty()) return nullptr;
  const double limit = largest_value(*run.test);
  const int num_bits = std::min(kMostBits, run.codebook.num_bits());
  const Shown shown = shown_of(static_cast<std::size_t>(num_bits));
  json bits = json::array();
  for (int bit = 0; bit < num_bits; ++bit) {
    const BitSplit split = split_by_bit(run.codebook, *run.test, bit);
    bits.push_back({{"right", rounded(split.right.value(), 5)},
                    {"minus", side_of(material, split.minus, bit, shown)},
                    {"plus", side_of(material, split.plus, bit, shown)},
                    {"minus_values", histogram(run, bit, false, limit)},
                    {"plus_values", histogram(run, bit, true, limit)}});
  }
  return {{"limit", limit}, {"instances", run.test->codes.size()}, {"bits", bits}};
}

}  // namespace llcodes::report
