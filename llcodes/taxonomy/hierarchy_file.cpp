#include <algorithm>
#include <cctype>
#include <map>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <unordered_map>

#include "llcodes/core/error.h"
#include "llcodes/core/text_file.h"
#include "llcodes/taxonomy/hierarchy.h"
#include "llcodes/taxonomy/wordnet.h"

namespace llcodes {
namespace {

using Path = std::vector<std::string>;

std::string text_of(const Path& path) {
  std::string text;
  for (const std::string& group : path) text += (text.empty() ? "" : " / ") + group;
  return shown(text);
}

/// The paths of everything that a file names, classes or not.
class Paths {
 public:
  Paths() = default;
  explicit Paths(std::unordered_map<std::string, Path> paths) : paths_(std::move(paths)) {}

  /// A name that stands in a group and in a finer one of it is in the finer one.
  void add(const std::string& name, const Path& path) {
    Path& known = paths_.try_emplace(name, path).first->second;
    const auto [old_end, new_end] = std::ranges::mismatch(known, path);
    if (old_end != known.end() && new_end != path.end()) second_.try_emplace(name, path);
    if (old_end == known.end()) known = path;
  }

  bool empty() const { return paths_.empty(); }
  /// Some name that the file holds, to show how it calls its classes.
  const std::string& example() const { return paths_.begin()->first; }

  /// nullptr if there is none. Throws FormatError if the name stands in two groups.
  const Path* find(const std::string& name, const std::string& file) const {
    const auto found = paths_.find(name);
    if (found == paths_.end()) return nullptr;
    if (const auto second = second_.find(name); second != second_.end()) {
      throw FormatError(file, "class " + shown(name),
                        "two groups, " + text_of(found->second) + " and " + text_of(second->second),
                        "one group; leave one of them out");
    }
    return &found->second;
  }

 private:
  std::unordered_map<std::string, Path> paths_;
  std::unordered_map<std::string, Path> second_;  ///< of names in two groups
};

constexpr std::size_t kNamesShown = 5;

std::vector<std::string> split(const std::string& line, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : line) {
    if (c == separator) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

std::string line_place(std::size_t line) { return "line " + std::to_string(line + 1); }

/// "0001-0026": the numbers of the first and the last class, counted from 1.
bool is_range(const std::string& text, std::size_t& first, std::size_t& last) {
  const std::size_t dash = text.find('-');
  const auto digits = [](std::string_view part) {
    return !part.empty() && part.size() < 10 &&
           std::ranges::all_of(part, [](unsigned char c) { return std::isdigit(c) != 0; });
  };
  if (dash == std::string::npos || !digits(text.substr(0, dash)) ||
      !digits(text.substr(dash + 1))) {
    return false;
  }
  first = std::stoul(text.substr(0, dash));
  last = std::stoul(text.substr(dash + 1));
  return first >= 1 && first <= last;
}

Paths read_tsv(const HierarchyRequest& request, const std::vector<std::string>& lines) {
  Paths paths;
  for (std::size_t number = 0; number < lines.size(); ++number) {
    if (lines[number].empty()) continue;
    std::vector<std::string> parts = split(lines[number], '\t');
    if (parts.size() < 2) {
      throw FormatError(request.file.string(), line_place(number), shown(lines[number]),
                        "class<TAB>group[<TAB>finer group]");
    }
    const Path path(parts.begin() + 1, parts.end());
    std::size_t first = 0, last = 0;
    if (!is_range(parts[0], first, last)) {
      paths.add(parts[0], path);
      continue;
    }
    for (std::size_t label = first; label <= std::min(last, request.class_names.size()); ++label) {
      paths.add(request.class_names[label - 1], path);
    }
  }
  return paths;
}

/// Depth is bounded, so that a hostile file cannot exhaust the stack.
void add_json(const nlohmann::json& node, const Path& path, const std::string& file, Paths& paths) {
  constexpr std::size_t kMaxDepth = 100;
  if (node.is_object() && path.size() < kMaxDepth) {
    for (const auto& [group, children] : node.items()) {
      Path below = path;
      below.push_back(group);
      add_json(children, below, file, paths);
    }
  } else if (node.is_array() && !path.empty()) {
    for (const auto& name : node) {
      if (!name.is_string()) {
        throw FormatError(file, "group " + shown(path.back()), name.dump(), "names of classes");
      }
      paths.add(name.get<std::string>(), path);
    }
  } else {
    throw FormatError(file, path.empty() ? "JSON" : "group " + shown(path.back()), node.type_name(),
                      "{\"group\": [\"class\", ...], ...}");
  }
}

Paths read_json(const HierarchyRequest& request, const std::string& text) {
  const nlohmann::json root = nlohmann::json::parse(text, nullptr, false);
  if (root.is_discarded()) {
    throw FormatError(request.file.string(), "content", "no JSON", "{\"group\": [\"class\", ...]}");
  }
  Paths paths;
  add_json(root, {}, request.file.string(), paths);
  return paths;
}

/// The depth of a node is the number of "--" before its name.
Paths read_tree(const HierarchyRequest& request, const std::vector<std::string>& lines) {
  Paths paths;
  Path open;
  for (std::size_t number = 0; number < lines.size(); ++number) {
    const std::size_t start = lines[number].find_first_not_of("- ");
    if (start == std::string::npos) continue;
    const auto dashes = static_cast<std::size_t>(std::count(
        lines[number].begin(), lines[number].begin() + static_cast<std::ptrdiff_t>(start), '-'));
    if (dashes / 2 > open.size()) {
      throw FormatError(
          request.file.string(), line_place(number), std::to_string(dashes) + " dashes",
          "at most " + std::to_string(2 * open.size()) + ", one level more at a time");
    }
    open.resize(dashes / 2);
    const std::string name = lines[number].substr(start);
    // The root groups everything, which says nothing.
    paths.add(name, open.size() < 2 ? Path{name} : Path(open.begin() + 1, open.end()));
    open.push_back(name);
  }
  return paths;
}

Paths read_paths(const HierarchyRequest& request) {
  if (is_wordnet_file(request.file)) {
    return Paths(wordnet_paths(request.file, request.class_names));
  }
  const std::string text = read_utf8(request.file);
  const std::size_t start = text.find_first_not_of(" \t\r\n");
  if (start != std::string::npos && text[start] == '{') return read_json(request, text);
  const std::vector<std::string> lines = lines_of(text);
  const bool is_tree =
      std::ranges::any_of(lines, [](const std::string& line) { return line.starts_with("--"); });
  return is_tree ? read_tree(request, lines) : read_tsv(request, lines);
}

void refuse_missing(const HierarchyRequest& request, const std::vector<std::string>& missing,
                    const Paths& known) {
  if (missing.size() == request.class_names.size()) {
    throw std::invalid_argument(
        request.file.string() + " holds none of the " + std::to_string(missing.size()) +
        " classes, such as " + shown(missing.front()) +
        (known.empty() ? "" : "; it names " + shown(known.example()) + ", for example") +
        ": give a hierarchy of the model's classes");
  }
  if (missing.empty() || request.allow_missing) return;
  std::string names;
  for (std::size_t i = 0; i < std::min(missing.size(), kNamesShown); ++i) {
    names += (i == 0 ? "" : ", ") + shown(missing[i]);
  }
  throw std::invalid_argument(request.file.string() + " misses " + std::to_string(missing.size()) +
                              " of the " + std::to_string(request.class_names.size()) +
                              " classes (" + names + (missing.size() > kNamesShown ? ", ..." : "") +
                              "): add them, or let `llcodes taxonomy --allow-missing` leave them "
                              "out");
}

}  // namespace

Hierarchy read_hierarchy(const HierarchyRequest& request) {
  const Paths known = read_paths(request);
  std::vector<Path> paths;
  std::vector<std::string> missing;
  for (const std::string& name : request.class_names) {
    const Path* found = known.find(name, request.file.string());
    if (!found) missing.push_back(name);
    paths.push_back(found ? *found : Path{});
  }
  refuse_missing(request, missing, known);
  return Hierarchy(std::move(paths));
}

}  // namespace llcodes
