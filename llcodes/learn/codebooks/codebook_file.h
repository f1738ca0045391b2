// A codebook that somebody else made.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

/// One code for each class, in the order of `class_names`. An .llc file (a model) names its classes
/// and is matched by name; an .npy file holds [classes, bits] in that order: 0 and 1, or numbers
/// whose sign counts. Throws FormatError or std::invalid_argument, naming file and cure.
Codes codes_from_file(const std::filesystem::path& path,
                      const std::vector<std::string>& class_names, int num_bits);

}  // namespace llcodes
