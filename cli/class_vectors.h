// The classes as a linear classifier sees them.
#pragma once

#include <filesystem>

#include "llcodes/core/codebook.h"
#include "llcodes/eval/rank_correlation.h"

namespace llcodes::cli {

/// The rows of a linear model in the order of the codebook's classes. Throws std::invalid_argument
/// if the model lacks a class.
ClassVectors load_class_vectors(const std::filesystem::path& linear, const Codebook& codebook);

}  // namespace llcodes::cli
