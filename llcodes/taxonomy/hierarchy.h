// A hierarchy of the classes that somebody gave, to compare a discovered taxonomy with.
//
// Each class has a path of groups, coarsest first. Formats, told apart by content:
//
//   TSV          class<TAB>group[<TAB>finer group ...]; "0001-0026<TAB>Arcadian" gives a range of
//                class numbers, counted from 1 (Omniglot's alphabets.tsv)
//   JSON         {"group": ["class", ...], ...}, nested objects for more levels (CLINC's domains)
//   tree         one node a line, "-- " repeated by depth (CIFAR's hierarchy.txt)
//   data.noun    WordNet's file of nouns, for classes whose names are ids such as n01440764: the
//                hypernyms above the class
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace llcodes {

class Hierarchy {
 public:
  /// One path a class, empty for a class that is missing.
  explicit Hierarchy(std::vector<std::vector<std::string>> paths);

  std::size_t num_classes() const { return paths_.size(); }
  bool knows(std::size_t label) const { return !paths_[label].empty(); }
  const std::vector<std::string>& path(std::size_t label) const { return paths_[label]; }

  std::size_t depth() const { return depth_; }  ///< of the longest path
  /// The group of each class at a level from 1; a class of a shorter path is in its last group;
  /// -1 for a missing class. Groups are numbered in class order.
  std::vector<std::int32_t> groups_at(std::size_t level) const;
  std::size_t num_groups(std::size_t level) const;
  /// The level with a number of groups nearest to the square root of the number of classes.
  std::size_t natural_level() const;

  /// Edges from one class to the other through their lowest common group.
  std::size_t steps_between(std::size_t a, std::size_t b) const;

 private:
  std::vector<std::vector<std::string>> paths_;
  /// The groups of each path as numbers, so that comparing two paths compares no text.
  std::vector<std::vector<std::int32_t>> nodes_;
  std::size_t depth_ = 0;
};

struct HierarchyRequest {
  std::filesystem::path file;
  std::vector<std::string> class_names;
  bool allow_missing = false;  ///< else a class that the file misses is an error
};

/// Throws std::invalid_argument that names up to five classes that the file misses, FormatError
/// (also for a class in two groups) or std::system_error.
Hierarchy read_hierarchy(const HierarchyRequest& request);

}  // namespace llcodes
