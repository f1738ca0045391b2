#include "llcodes/data/class_map.h"

#include <algorithm>
#include <set>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/options.h"

namespace llcodes {
namespace {

constexpr std::int64_t kMaxClasses = 10'000'000;

struct Range {
  std::int64_t first, last;
};

Range range_of(const RawLabels& labels) {
  const auto [low, high] = std::minmax_element(labels.numbers.begin(), labels.numbers.end());
  if (*low < 0) {
    throw std::invalid_argument(labels.path + ": label " + std::to_string(*low) + " in row " +
                                std::to_string(low - labels.numbers.begin()) +
                                "; labels must not be negative");
  }
  if (*high >= kMaxClasses) {
    throw std::invalid_argument(labels.path + ": label " + std::to_string(*high) + " in row " +
                                std::to_string(high - labels.numbers.begin()) +
                                "; labels must be below 10000000");
  }
  return {*low, *high};
}

void refuse_gaps(const RawLabels& labels, Range range) {
  std::vector<bool> found(static_cast<std::size_t>(range.last - range.first + 1));
  for (const std::int64_t number : labels.numbers) {
    found[static_cast<std::size_t>(number - range.first)] = true;
  }
  const auto gap = std::find(found.begin(), found.end(), false);
  if (gap == found.end()) return;
  throw std::invalid_argument(
      labels.path + ": class " + std::to_string(range.first + (gap - found.begin())) +
      " has no instance, though labels run from " + std::to_string(range.first) + " to " +
      std::to_string(range.last) + "; give the classes consecutive numbers");
}

std::vector<std::string> number_names(Range range) {
  std::vector<std::string> names;
  for (std::int64_t i = range.first; i <= range.last; ++i) names.push_back(std::to_string(i));
  return names;
}

[[noreturn]] void refuse(const RawLabels& labels, std::size_t row, const std::string& label,
                         const std::string& expected) {
  throw std::invalid_argument(labels.path + ": label " + label + " in row " + std::to_string(row) +
                              "; expected " + expected);
}

std::vector<std::string> sorted_names(const RawLabels& labels) {
  const std::set<std::string> distinct(labels.names.begin(), labels.names.end());
  return {distinct.begin(), distinct.end()};
}

}  // namespace

ClassMap ClassMap::learn(const RawLabels& labels, const std::vector<std::string>& names) {
  if (labels.numbers.empty()) return of_any(labels, names);
  const Range range = range_of(labels);
  ClassMap map;
  if (names.empty()) {
    refuse_gaps(labels, range);
    map.set_names(number_names(range));
    map.first_number_ = range.first;
  } else {
    map.set_names(names);
    const bool counts_from_one =
        range.first == 1 && range.last == static_cast<std::int64_t>(names.size());
    map.first_number_ = counts_from_one ? 1 : 0;
  }
  return map;
}

ClassMap ClassMap::of_any(const RawLabels& labels, const std::vector<std::string>& names) {
  ClassMap map;
  if (!names.empty()) {
    map.set_names(names);
  } else if (!labels.numbers.empty()) {
    map.set_names(number_names({0, range_of(labels).last}));
  } else {
    map.set_names(sorted_names(labels));
  }
  return map;
}

void ClassMap::set_names(std::vector<std::string> names) {
  names_ = std::move(names);
  for (std::size_t i = 0; i < names_.size(); ++i) {
    index_.emplace(names_[i], static_cast<std::int32_t>(i));
  }
}

std::vector<std::int32_t> ClassMap::apply(const RawLabels& labels) const {
  std::vector<std::int32_t> classes(labels.size());
  for (std::size_t row = 0; row < classes.size(); ++row) {
    classes[row] = labels.names.empty() ? class_of_number(labels, row) : class_of_name(labels, row);
  }
  return classes;
}

std::int32_t ClassMap::class_of_number(const RawLabels& labels, std::size_t row) const {
  const std::int64_t number = labels.numbers[row];
  const std::int64_t last = first_number_ + static_cast<std::int64_t>(names_.size()) - 1;
  if (number < first_number_ || number > last) {
    refuse(labels, row, std::to_string(number),
           std::to_string(first_number_) + " to " + std::to_string(last));
  }
  return static_cast<std::int32_t>(number - first_number_);
}

std::int32_t ClassMap::class_of_name(const RawLabels& labels, std::size_t row) const {
  const std::string& name = labels.names[row];
  const auto found = index_.find(name);
  if (found == index_.end()) {
    const std::string nearest = nearest_name(name, names_);
    refuse(labels, row, shown(name),
           "one of the " + std::to_string(names_.size()) + " classes" +
               (nearest.empty() ? "" : ", for example " + shown(nearest)));
  }
  return found->second;
}

}  // namespace llcodes
