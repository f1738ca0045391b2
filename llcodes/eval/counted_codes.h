// Codes of a database counted, so that a metric looks at each distinct code once.
//
// Learnt codes repeat: a thousand classes of a thousand instances have far fewer than a million
// distinct codes. How many instances lie at each distance of a query is all a metric needs.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

/// Codes, each with the class of its instance: -1 for none. Both must outlive their user.
struct LabelledCodes {
  const Codes& codes;
  std::span<const std::int32_t> labels;  ///< [n]
};

/// Distinct codes in ascending order, each with its number of instances.
class CountedCodes {
 public:
  explicit CountedCodes(int num_bits) : codes_(num_bits) {}

  /// The codes must come in ascending order; equal ones may repeat.
  void add(CodeView code);

  const Codes& codes() const { return codes_; }
  std::span<const std::uint32_t> counts() const { return counts_; }

  /// Adds to `histogram` [num_bits + 1] the number of instances at each distance of the query.
  void add_distances(CodeView query, std::span<std::uint64_t> histogram) const;

 private:
  Codes codes_;
  std::vector<std::uint32_t> counts_;
};

/// A database counted as a whole and class by class.
class CountedDatabase {
 public:
  /// Throws std::invalid_argument if there are not as many labels as codes. O(n log n).
  explicit CountedDatabase(const LabelledCodes& database);

  const CountedCodes& all() const { return all_; }
  /// nullptr if no instance is of the class.
  const CountedCodes* of_class(std::int32_t label) const;

 private:
  CountedCodes all_;
  std::vector<std::int32_t> labels_;    ///< ascending
  std::vector<CountedCodes> by_class_;  ///< in the order of labels_
};

/// Row numbers by ascending (code, label).
std::vector<std::uint32_t> rows_by_code(const LabelledCodes& rows);

/// Throws std::invalid_argument unless there is one label a code; `what` is for the message.
void check_labelled(const LabelledCodes& rows, const char* what);

}  // namespace llcodes
