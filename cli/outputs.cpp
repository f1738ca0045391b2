#include "cli/outputs.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "cli/command_line.h"
#include "llcodes/data/folder.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

/// A path and the argument or option that gave it.
struct NamedPath {
  std::string name;
  fs::path path;
};

std::string text_of(const NamedPath& named) { return named.name + " " + named.path.string(); }

fs::path resolved(const fs::path& path) {
  std::error_code ignored;
  return fs::weakly_canonical(fs::absolute(path), ignored);
}

bool is_same_file(const fs::path& a, const fs::path& b) {
  std::error_code ignored;
  return fs::equivalent(a, b, ignored) || resolved(a) == resolved(b);
}

bool is_picture_inside(const fs::path& file, const fs::path& folder) {
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored) || !is_listed_picture(file)) return false;
  const fs::path inner = resolved(file), outer = resolved(folder);
  return std::mismatch(outer.begin(), outer.end(), inner.begin(), inner.end()).first == outer.end();
}

void check_place(const NamedPath& output) {
  const fs::path folder = fs::absolute(output.path).parent_path();
  std::error_code ignored;
  if (!fs::is_directory(folder, ignored)) {
    throw std::invalid_argument(text_of(output) + ": there is no folder " + folder.string() +
                                "; create it first");
  }
  if (fs::is_directory(output.path, ignored)) {
    throw std::invalid_argument(text_of(output) + " is a folder; give the name of a file");
  }
}

void refuse_the_same(const NamedPath& output, const NamedPath& other) {
  if (is_same_file(output.path, other.path)) {
    throw std::invalid_argument(text_of(output) + " is the same file as " + text_of(other) +
                                ", which would be lost; choose another name");
  }
}

/// Whatever names something that exists counts as read: a verb cannot forget to say so.
void refuse_input(const NamedPath& output, const NamedPath& input) {
  std::error_code ignored;
  if (!fs::exists(input.path, ignored)) return;
  refuse_the_same(output, input);
  if (!is_picture_inside(output.path, input.path)) return;
  throw std::invalid_argument(text_of(output) + " is a picture of " + text_of(input) +
                              ", which would be lost; choose a name outside of it");
}

/// The paths that an option may hold: none if it is a number, a flag or a choice.
std::vector<NamedPath> paths_of(const Option& option, const VerbHelp& help) {
  std::vector<NamedPath> paths;
  for (const std::string& value : texts_of(option)) {
    if (!value.empty() && option.choices.empty()) {
      paths.push_back({shown_name(option, help.positionals), value});
    }
  }
  return paths;
}

}  // namespace

void check_outputs(const OptionTable& table, const VerbHelp& help) {
  std::vector<NamedPath> outputs, inputs;
  for (const Option& option : table.all()) {
    const bool is_written = std::ranges::count(help.writes, option.name) > 0;
    std::ranges::copy(paths_of(option, help), std::back_inserter(is_written ? outputs : inputs));
  }
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    check_place(*output);
    for (const NamedPath& input : inputs) refuse_input(*output, input);
    for (auto other = outputs.begin(); other != output; ++other) refuse_the_same(*output, *other);
  }
}

}  // namespace llcodes::cli
