// Paths of hypernyms from WordNet's data.noun (Debian: wordnet-base, /usr/share/wordnet/data.noun).
//
// An ImageNet id such as n01440764 is "n" and the byte offset of the synset's line in that file.
#pragma once

#include <filesystem>
#include <string>
#include <unordered_map>
#include <vector>

namespace llcodes {

bool is_wordnet_file(const std::filesystem::path& file);  ///< by its name, data.noun

/// For each class that is an id of the file: the words of its hypernyms, from below the root
/// ("entity") down; where a synset has several hypernyms, the first. Throws FormatError.
std::unordered_map<std::string, std::vector<std::string>> wordnet_paths(
    const std::filesystem::path& file, const std::vector<std::string>& class_names);

}  // namespace llcodes
