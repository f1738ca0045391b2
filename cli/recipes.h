// Named recipes: those built in, and files of options that follow a paper.
//
// A recipe file is TOML with any option of `train`; `recipe = "paper"` in it names the built-in one
// that it starts from. Files are looked for in share/llcodes/recipes beside the installed program
// and in the source tree it was built from; a path that ends in .toml is taken as it is.
#pragma once

#include <string>
#include <vector>

#include "llcodes/core/options.h"

namespace llcodes::cli {

struct Recipe {
  std::string name;
  std::string path;  ///< empty: built in
  std::string text;  ///< of the file

  /// Sets the options that the file names. Throws std::invalid_argument with file and line.
  void apply(const OptionTable& table) const;
};

/// Throws std::invalid_argument that lists the recipes if there is no such one.
Recipe find_recipe(const std::string& name);

std::vector<std::string> recipe_names();

}  // namespace llcodes::cli
