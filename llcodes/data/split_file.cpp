#include "llcodes/data/split_file.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/text_file.h"

namespace llcodes {
namespace {

constexpr std::array<std::string_view, 5> kParts = {"train", "validation", "test", "database",
                                                    "query"};

std::string all_parts() {
  std::string text;
  for (const std::string_view part : kParts) text += (text.empty() ? "" : ", ") + std::string(part);
  return text;
}

/// What is wrong with a line, or "".
std::string complaint(const std::string& part, const std::string& path) {
  if (std::find(kParts.begin(), kParts.end(), part) == kParts.end()) {
    return "part " + shown(part) + "; expected one of " + all_parts();
  }
  if (path.empty()) return "no path; expected a part and a path";
  const std::filesystem::path relative(path);
  const bool leaves = std::find(relative.begin(), relative.end(), "..") != relative.end();
  if (relative.is_absolute() || leaves) return "path " + shown(path) + " leaves the folder";
  return "";
}

}  // namespace

SplitFile SplitFile::read(const std::filesystem::path& path) {
  SplitFile split{.path = path.string(), .parts = {}};
  std::set<std::pair<std::string, std::string>> seen;
  std::size_t number = 0;
  for (const std::string& line : lines_of(without_mark(read_text(path)))) {
    ++number;
    if (line.empty() || line[0] == '#') continue;
    const std::size_t space = std::min(line.find_first_of(" \t"), line.size());
    const std::size_t begin = std::min(line.find_first_not_of(" \t", space), line.size());
    const std::string part = line.substr(0, space), file = line.substr(begin);
    std::string wrong = complaint(part, file);
    if (wrong.empty() && !seen.emplace(part, file).second) wrong = shown(file) + " stands twice";
    if (!wrong.empty()) {
      throw std::invalid_argument(split.path + ":" + std::to_string(number) + ": " + wrong);
    }
    split.parts[part].push_back(file);
  }
  return split;
}

const std::vector<std::string>& SplitFile::at(const std::string& part) const {
  const auto found = parts.find(part);
  if (found != parts.end()) return found->second;
  std::string there;
  for (const auto& [name, files] : parts) there += (there.empty() ? "" : ", ") + name;
  throw std::invalid_argument(path + ": found no part " + shown(part) + ", there are " +
                              (there.empty() ? "none" : there) +
                              (part.empty() ? "; choose one with --part" : ""));
}

}  // namespace llcodes
