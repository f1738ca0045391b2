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

bool is_file_to_write(const Option& option, const VerbHelp& help) {
  return std::ranges::count(help.writes, option.name) > 0;
}

/// Nothing if the verb writes into no folder of that option.
std::vector<std::string> files_written_into(const Option& option, const VerbHelp& help) {
  const auto found = std::ranges::find(help.writes_into, option.name, &WrittenFolder::option);
  return found == help.writes_into.end() ? std::vector<std::string>{} : found->files;
}

/// Files to write and files to read, as the options name them.
struct Files {
  std::vector<NamedPath> outputs, inputs;
};

Files files_of(const OptionTable& table, const VerbHelp& help) {
  Files files;
  for (const Option& option : table.all()) {
    for (const NamedPath& named : paths_of(option, help)) {
      if (!is_written(option, help)) files.inputs.push_back(named);
      if (is_file_to_write(option, help)) {
        check_place(named);
        files.outputs.push_back(named);
      }
      for (const std::string& file : files_written_into(option, help)) {
        files.outputs.push_back({named.name, named.path / file});
      }
    }
  }
  return files;
}

}  // namespace

bool is_written(const Option& option, const VerbHelp& help) {
  return is_file_to_write(option, help) ||
         std::ranges::count(help.writes_into, option.name, &WrittenFolder::option) > 0;
}

void check_outputs(const OptionTable& table, const VerbHelp& help) {
  const auto [outputs, inputs] = files_of(table, help);
  for (auto output = outputs.begin(); output != outputs.end(); ++output) {
    for (const NamedPath& input : inputs) refuse_input(*output, input);
    for (auto other = outputs.begin(); other != output; ++other) refuse_the_same(*output, *other);
  }
}

}  // namespace llcodes::cli
