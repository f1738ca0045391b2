// The classes as real numbers: rows of a linear classifier, and the mean features of its backbone.
#pragma once

#include <filesystem>

#include "llcodes/core/codebook.h"
#include "llcodes/taxonomy/taxonomy.h"

namespace llcodes::cli {

/// Of a linear model, in the order of the codebook's classes. Throws std::invalid_argument if the
/// model lacks a class.
RealClasses load_real_classes(const std::filesystem::path& linear, const Codebook& codebook);

}  // namespace llcodes::cli
