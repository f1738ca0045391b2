#include "cli/named_instances.h"

#include <stdexcept>
#include <unordered_map>
#include <unordered_set>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/printable.h"
#include "llcodes/core/text_file.h"

namespace llcodes::cli {
namespace {

constexpr const char* kHeading =
    "# One line an instance: name, tab, class. Put the name of the class in place of group-N;\n"
    "# give two groups one name to join them, put - or delete the line to leave an instance out.\n";

std::unordered_map<std::string, std::size_t> places_of(const EncodedSet& set) {
  std::unordered_map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < set.codes.size(); ++i) {
    places.try_emplace(on_one_line(instance_name(set, i)), i);
  }
  return places;
}

}  // namespace

std::string instance_name(const EncodedSet& set, std::size_t index) {
  return set.names.empty() ? std::to_string(index) : set.names[index];
}

NamedInstances NamedInstances::read(const std::filesystem::path& file) {
  NamedInstances named;
  named.file_ = file;
  std::unordered_set<std::string> seen;
  const std::vector<std::string> lines = lines_of(without_mark(read_text(file)));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].empty() || lines[i][0] == '#') continue;
    named.lines_.push_back(parse(lines[i], i + 1));
    check_utf8(named.lines_.back().class_name, file, i + 1);  // instances are files of any bytes
    if (!seen.insert(named.lines_.back().instance).second) {
      named.refuse(named.lines_.back(), "stands twice");
    }
  }
  if (named.class_names().empty()) {
    throw std::invalid_argument(file.string() +
                                " names no class: expected lines instance<TAB>class, as `llcodes "
                                "extend --groups` writes them");
  }
  return named;
}

NamedInstances::Line NamedInstances::parse(const std::string& text, std::size_t number) {
  const std::size_t tab = text.rfind('\t');
  Line line{number, text.substr(0, tab), ""};
  if (tab != std::string::npos) line.class_name = text.substr(tab + 1);
  if (line.class_name == "-") line.class_name.clear();
  return line;
}

void NamedInstances::refuse(const Line& line, const std::string& reason) const {
  throw std::invalid_argument(file_.string() + ", line " + std::to_string(line.number) +
                              ": instance " + shown(line.instance) + " " + reason);
}

std::vector<std::string> NamedInstances::class_names() const {
  std::vector<std::string> names;
  std::unordered_set<std::string> seen;
  for (const Line& line : lines_) {
    if (!line.class_name.empty() && seen.insert(line.class_name).second) {
      names.push_back(line.class_name);
    }
  }
  return names;
}

std::vector<ExampleGroup> NamedInstances::groups(const EncodedSet& set) const {
  const auto places = places_of(set);
  std::vector<ExampleGroup> groups;
  std::unordered_map<std::string, std::size_t> group_of;
  for (const std::string& name : class_names()) {
    group_of[name] = groups.size();
    groups.push_back({name, {}});
  }
  for (const Line& line : lines_) {
    const auto place = places.find(line.instance);
    if (place == places.end()) refuse(line, "is not among the instances");
    if (line.class_name.empty()) continue;
    groups[group_of[line.class_name]].instances.push_back(place->second);
  }
  return groups;
}

std::string named_instances_text(const EncodedSet& set, const std::vector<ExampleGroup>& groups) {
  std::string text = kHeading;
  for (const ExampleGroup& group : groups) {
    for (const std::size_t instance : group.instances) {
      text += on_one_line(instance_name(set, instance)) + "\t" + group.name + "\n";
    }
  }
  return text;
}

}  // namespace llcodes::cli
