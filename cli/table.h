// Numbers and aligned tables as text.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace llcodes::cli {

std::string fixed(double value, int decimals);
std::string significant(double value, int digits);  ///< (0.00031234, 3) -> "0.000312"
std::string exact_number(double value);     ///< as few digits as give the very same value again
std::string percent(double share);          ///< 0.7457 -> "74.6 %"
std::string short_number(double value);     ///< 1,000, 0.5, 1e-05
std::string count_text(std::size_t count);  ///< 1000000 -> "1,000,000"
std::string duration_text(double seconds);  ///< "12 s", "3 min 5 s", "2 h 10 min"
std::string bytes_text(double bytes);       ///< "1.2 GB"

/// Columns as wide as their widest cell: the first one left-aligned, the others right-aligned.
class Table {
 public:
  explicit Table(std::vector<std::string> heading);

  /// Missing cells at the end are empty.
  void add(std::vector<std::string> row);
  void add_rule();

  std::string text() const;

 private:
  std::vector<std::size_t> widths() const;

  std::vector<std::vector<std::string>> rows_;  ///< an empty row is a rule
};

/// Terminal columns of UTF-8 text: East Asian characters take two.
std::size_t display_width(const std::string& text);

}  // namespace llcodes::cli
