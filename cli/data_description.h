// Data sets in words: those a machine can have, and what an opened one holds.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "llcodes/data/source.h"

namespace llcodes::cli {

/// A set that Debian packages give, and what is still missing of it here.
struct KnownSet {
  std::string name;
  std::string description;
  std::string data;                           ///< what to give as DATA
  std::vector<std::string> missing_packages;  ///< empty: ready

  bool ready() const { return missing_packages.empty(); }
};

std::vector<KnownSet> known_sets();
/// Packages of the kanji set's fonts that are not installed.
std::vector<std::string> missing_font_packages();
/// "apt-get install a b c", with sudo in front unless this is root.
std::string install_command(const std::vector<std::string>& packages);

std::string text_of(const std::vector<KnownSet>& sets);
nlohmann::json json_of(const std::vector<KnownSet>& sets);

/// Name, shape, classes and the size of each part.
std::string text_of(const DataBundle& bundle);
nlohmann::json json_of(const DataBundle& bundle);

/// Typefaces of the kanji set by use and style.
std::string text_of_faces();

}  // namespace llcodes::cli
