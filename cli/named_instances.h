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

/// Lines "instance<TAB>class"; a class "-" or none leaves the instance out, lines that start with #
/// are notes.
class NamedInstances {
 public:
  /// Throws std::invalid_argument, naming the line, for an instance that stands twice, and if no
  /// class is named at all.
  static NamedInstances read(const std::filesystem::path& file);

  /// In the order of their first line.
  std::vector<std::string> class_names() const;
  /// One group a class. Throws std::invalid_argument, naming the line, for an instance that is not
  /// in the set.
  std::vector<ExampleGroup> groups(const EncodedSet& set) const;

 private:
  struct Line {
    std::size_t number;  ///< from 1
    std::string instance;
    std::string class_name;  ///< empty: the instance is left out
  };

  static Line parse(const std::string& text, std::size_t number);
  [[noreturn]] void refuse(const Line& line, const std::string& reason) const;

  std::filesystem::path file_;
  std::vector<Line> lines_;
};

/// The text of such a file, with a heading that says what to do.
std::string named_instances_text(const EncodedSet& set, const std::vector<ExampleGroup>& groups);

}  // namespace llcodes::cli
