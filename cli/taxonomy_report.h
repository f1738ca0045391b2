// A discovered taxonomy as text and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "llcodes/core/codebook.h"
#include "llcodes/taxonomy/taxonomy.h"

namespace llcodes::cli {

/// The table of agreement, and a warning where classes share a code.
std::string text_of(const Taxonomy& taxonomy, const Codebook& codebook);

/// Rows, merges (as of Tree), leaf order, names and codes.
nlohmann::json json_of(const Taxonomy& taxonomy, const Codebook& codebook);

}  // namespace llcodes::cli
