// Answers of a search as lines of text and of JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/search_rerank.h"

namespace llcodes::cli {

/// What is known about the entries of an index besides their ids.
class AnswerWriter {
 public:
  /// `class_names` may be empty. The index must outlive the writer.
  AnswerWriter(const Index& index, std::vector<std::string> class_names, bool json);

  /// A line a neighbour, or an object a line.
  std::string text(const std::string& query, const SearchAnswer& answer) const;

 private:
  std::string lines(const std::string& query, const SearchAnswer& answer) const;
  std::string object(const std::string& query, const SearchAnswer& answer) const;
  std::string class_of(std::int32_t label) const;

  const Index& index_;
  std::vector<std::string> class_names_;
  bool json_, has_names_, has_labels_;
};

}  // namespace llcodes::cli
