#include "cli/recipes.h"

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "llcodes/core/file.h"

namespace llcodes::cli {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> kBuiltIn = {"default", "features", "paper"};

std::vector<fs::path> recipe_folders() {
  const fs::path here = fs::read_symlink("/proc/self/exe").parent_path();
  std::vector<fs::path> folders;
  for (const fs::path& folder : {here / "../share/llcodes/recipes",
                                 here / "../../share/llcodes/recipes", fs::path(LLCODES_RECIPES)}) {
    if (fs::is_directory(folder)) folders.push_back(folder);
  }
  return folders;
}

fs::path file_of(const std::string& name) {
  if (name.ends_with(".toml")) return name;
  for (const fs::path& folder : recipe_folders()) {
    if (fs::is_regular_file(folder / (name + ".toml"))) return folder / (name + ".toml");
  }
  std::string known;
  for (const std::string& one : recipe_names()) known += (known.empty() ? "" : ", ") + one;
  const std::string nearest = nearest_name(name, recipe_names());
  throw std::invalid_argument("recipe '" + name + "': expected one of " + known +
                              ", or a .toml file" +
                              (nearest.empty() ? "" : "; did you mean " + nearest + "?"));
}

}  // namespace

void Recipe::apply(const OptionTable& table) const {
  if (!path.empty()) read_toml(table, text, path);
}

Recipe find_recipe(const std::string& name) {
  if (std::find(kBuiltIn.begin(), kBuiltIn.end(), name) != kBuiltIn.end()) return {name, "", ""};
  const fs::path file = file_of(name);
  return {name, file.string(), read_text(file)};
}

std::vector<std::string> recipe_names() {
  std::vector<std::string> names = kBuiltIn;
  for (const fs::path& folder : recipe_folders()) {
    for (const auto& entry : fs::directory_iterator(folder)) {
      if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
    }
  }
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  return names;
}

}  // namespace llcodes::cli
