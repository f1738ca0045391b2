// Which instance belongs to which new class, as a file that people edit: instance<TAB>class.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "llcodes/core/encoded_set.h"
#include "llcodes/extend/new_classes.h"

namespace llcodes::cli {

/// What an instance is called: its name, or its number where names were not kept.
std::string instance_name(const EncodedSet& set, std::size_t index);

/// Reads lines "instance<TAB>class"; a class "-" or none leaves the instance out, lines that start
/// with # are notes. Groups come in the order of their first line. Throws std::invalid_argument for
/// an instance that is not in the set or stands twice, naming the line.
std::vector<ExampleGroup> read_named_instances(const std::filesystem::path& file,
                                               const EncodedSet& set);

/// The reverse, with a heading that says what to do.
std::string named_instances_text(const EncodedSet& set, const std::vector<ExampleGroup>& groups);

}  // namespace llcodes::cli
