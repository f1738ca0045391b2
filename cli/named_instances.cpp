#include "cli/named_instances.h"

#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"

namespace llcodes::cli {
namespace {

constexpr const char* kHeading =
    "# One line an instance: name, tab, class. Put the name of the class in place of group-N;\n"
    "# give two groups one name to join them, put - or delete the line to leave an instance out.\n";

std::unordered_map<std::string, std::size_t> places_of(const EncodedSet& set) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < set.codes.size(); ++i) places.try_emplace(instance_name(set, i), i);
  return places;
}

}  // namespace

std::string instance_name(const EncodedSet& set, std::size_t index) {
  return set.names.empty() ? std::to_string(index) : set.names[index];
}

std::vector<ExampleGroup> read_named_instances(const std::filesystem::path& file,
                                               const EncodedSet& set) {
  const auto places = places_of(set);
  std::unordered_map<std::string, std::size_t> group_of;
  std::unordered_set<std::size_t> seen;
  std::vector<ExampleGroup> groups;
  const std::vector<std::string> lines = read_lines(file);
  for (std::size_t number = 0; number < lines.size(); ++number) {
    const std::string& line = lines[number];
    if (line.empty() || line[0] == '#') continue;
    const std::size_t tab = line.rfind('\t');
    const std::string name = line.substr(0, tab);
    const std::string class_name = tab == std::string::npos ? "-" : line.substr(tab + 1);
    const auto place = places.find(name);
    if (place == places.end() || !seen.insert(place->second).second) {
      throw std::invalid_argument(
          file.string() + ", line " + std::to_string(number + 1) + ": instance " + shown(name) +
          (place == places.end() ? " is not in the codes" : " stands twice"));
    }
    if (class_name.empty() || class_name == "-") continue;
    const auto [group, is_new] = group_of.try_emplace(class_name, groups.size());
    if (is_new) groups.push_back({class_name, {}});
    groups[group->second].instances.push_back(place->second);
  }
  return groups;
}

std::string named_instances_text(const EncodedSet& set, const std::vector<ExampleGroup>& groups) {
  std::string text = kHeading;
  for (const ExampleGroup& group : groups) {
    for (const std::size_t instance : group.instances) {
      text += instance_name(set, instance) + "\t" + group.name + "\n";
    }
  }
  return text;
}

}  // namespace llcodes::cli
