// Codes that are ready instead of data to encode: labels that a user gives them, and options of
// data that would do nothing.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/console.h"
#include "llcodes/core/codebook.h"
#include "llcodes/core/encoded_set.h"

namespace llcodes::cli {

struct InputOptions;

/// Numbers of the classes that names mean, and names that mean none.
struct NamedLabels {
  std::vector<std::int32_t> labels;  ///< kNoClass for a class that the codebook does not know
  std::size_t unknown = 0;
  std::string example;  ///< the first unknown name
};
NamedLabels labels_by_name(const std::vector<std::string>& names, const Codebook& codebook);

/// Says how many instances are of classes that the model does not know, if any.
void note_unknown(const NamedLabels& labels, const std::filesystem::path& model, Console& console);

/// Labels for codes, one each, from a file of numbers or names of classes.
struct CodeLabels {
  std::string file;
  std::size_t count = 0;  ///< of codes
  std::filesystem::path
      model;  ///< whose classes they are; empty: unknown, so that names cannot be read
};
/// Throws std::invalid_argument unless there are `count`, each -1 (no class) or a class of the
/// model.
std::vector<std::int32_t> read_code_labels(const CodeLabels& labels, Console& console);

/// Replaces the labels of ready codes by those of `file`, unless it is empty.
void label_codes(EncodedSet& set, const std::string& file, const std::filesystem::path& model,
                 Console& console);

/// Options that would do nothing are refused, so that nobody takes an answer for what it is not:
/// those that say how data is read, but for --labels, where `codes` are ready.
void refuse_data_options(const std::string& codes, const InputOptions& options);
/// --labels, where the verb has no use for labels of ready codes.
void refuse_labels(const std::string& codes, const InputOptions& options);

}  // namespace llcodes::cli
