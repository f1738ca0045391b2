#include "llcodes/data/labels.h"

#include <algorithm>
#include <charconv>
#include <set>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/core/text_file.h"
#include "llcodes/data/idx.h"
#include "llcodes/data/npy.h"

namespace llcodes {
namespace {

bool parse_number(std::string_view text, std::int64_t& number) {
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size();
}

/// Lines without a carriage return; empty lines at the end do not count.
std::vector<std::string> trimmed_lines(std::string_view text, const std::string& path) {
  std::vector<std::string> lines = lines_of(text);
  for (std::string& line : lines) {
    while (!line.empty() && (line.back() == '\r' || line.back() == ' ')) line.pop_back();
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  const auto empty = std::find(lines.begin(), lines.end(), std::string());
  if (empty != lines.end()) {
    throw std::invalid_argument(path + ": line " + std::to_string(empty - lines.begin() + 1) +
                                " is empty; expected one label or class name a line");
  }
  return lines;
}

RawLabels labels_from_text(std::string_view text, const std::string& path) {
  RawLabels labels{.numbers = {}, .names = trimmed_lines(text, path), .path = path};
  std::int64_t number = 0;
  for (const std::string& line : labels.names) {
    if (!parse_number(line, number)) return {.numbers = {}, .names = labels.names, .path = path};
    labels.numbers.push_back(number);
  }
  labels.names.clear();
  return labels;
}

RawLabels labels_from_npy(const std::string& path) {
  const MappedFile file(path);
  const NpyView array = parse_npy(file.bytes(), path);
  const bool is_column = array.shape.size() == 2 && array.shape[1] == 1;
  if (array.shape.size() != 1 && !is_column) {
    throw FormatError(path, "shape", std::to_string(array.shape.size()) + " dimensions",
                      "labels of shape [n]");
  }
  return {.numbers = to_integers(array), .names = {}, .path = path};
}

RawLabels labels_from_idx(const std::string& path) {
  const IdxArray array = read_idx(path);
  if (array.shape.size() != 1) {
    throw FormatError(path, "number of dimensions", std::to_string(array.shape.size()),
                      "1 for labels");
  }
  return {.numbers = {array.values.begin(), array.values.end()}, .names = {}, .path = path};
}

bool is_array(const std::string& path) { return path.ends_with(".npy") || is_idx_name(path); }

RawLabels labels_from_array(const std::string& path) {
  return path.ends_with(".npy") ? labels_from_npy(path) : labels_from_idx(path);
}

/// "0 apple", "1 pear": the numbers only repeat the order, so they go.
void strip_line_numbers(std::vector<std::string>& lines) {
  std::vector<std::string> stripped;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string prefix = std::to_string(i) + " ";
    if (lines[i].size() <= prefix.size() || !lines[i].starts_with(prefix)) return;
    stripped.push_back(lines[i].substr(prefix.size()));
  }
  lines = std::move(stripped);
}

}  // namespace

RawLabels read_labels(const std::string& path) {
  if (is_array(path)) return labels_from_array(path);
  return labels_from_text(read_utf8(path), path);
}

RawLabels read_ids(const std::string& path) {
  if (is_array(path)) return labels_from_array(path);
  return labels_from_text(without_mark(read_text(path)), path);
}

std::vector<std::string> read_class_names(const std::string& path) {
  std::vector<std::string> names = trimmed_lines(read_utf8(path), path);
  strip_line_numbers(names);
  std::set<std::string> seen;
  for (const std::string& name : names) {
    if (!seen.insert(name).second) {
      throw std::invalid_argument(path + ": class " + shown(name) + " stands twice");
    }
  }
  return names;
}

}  // namespace llcodes
