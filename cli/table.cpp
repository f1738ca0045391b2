#include "cli/table.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace llcodes::cli {
namespace {

template <class... Values>
std::string formatted(const char* format, Values... values) {
  char buffer[64];
  std::snprintf(buffer, sizeof(buffer), format, values...);
  return buffer;
}

std::string padding(std::size_t width, const std::string& cell) {
  return std::string(width - std::min(width, display_width(cell)), ' ');
}

std::string row_text(const std::vector<std::string>& row, const std::vector<std::size_t>& widths) {
  std::string line = row[0] + padding(widths[0], row[0]);
  for (std::size_t column = 1; column < row.size(); ++column) {
    line += "  " + padding(widths[column], row[column]) + row[column];
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

}  // namespace

std::string fixed(double value, int decimals) { return formatted("%.*f", decimals, value); }

std::string significant(double value, int digits) { return formatted("%.*g", digits, value); }

std::string exact_number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string percent(double share) { return fixed(100 * share, 1) + " %"; }

std::string short_number(double value) {
  const bool is_count = value >= 0 && value < 1e15 && value == std::floor(value);
  return is_count ? count_text(static_cast<std::size_t>(value)) : formatted("%.6g", value);
}

std::string count_text(std::size_t count) {
  std::string digits = std::to_string(count);
  for (std::size_t place = digits.size(); place > 3; place -= 3) digits.insert(place - 3, ",");
  return digits;
}

std::string duration_text(double seconds) {
  const long whole = std::lround(seconds);
  if (whole < 60) return formatted("%ld s", whole);
  if (whole < 3600) return formatted("%ld min %ld s", whole / 60, whole % 60);
  return formatted("%ld h %ld min", whole / 3600, whole / 60 % 60);
}

std::string bytes_text(double bytes) {
  constexpr const char* kUnits[] = {"bytes", "kB", "MB", "GB", "TB"};
  std::size_t unit = 0;
  for (; bytes >= 1000 && unit + 1 < std::size(kUnits); ++unit) bytes /= 1000;
  return fixed(bytes, unit == 0 ? 0 : 1) + " " + kUnits[unit];
}

std::size_t display_width(const std::string& text) {
  std::size_t width = 0;
  for (const unsigned char byte : text) {
    const bool continues = (byte & 0xC0) == 0x80;
    // Three- and four-byte sequences are, in what this program prints, East Asian characters.
    if (!continues) width += byte >= 0xE3 ? 2 : 1;
  }
  return width;
}

Table::Table(std::vector<std::string> heading) {
  rows_.push_back(std::move(heading));
  add_rule();
}

void Table::add(std::vector<std::string> row) {
  row.resize(rows_[0].size());
  rows_.push_back(std::move(row));
}

void Table::add_rule() { rows_.emplace_back(); }

std::vector<std::size_t> Table::widths() const {
  std::vector<std::size_t> widths(rows_[0].size(), 0);
  for (const auto& row : rows_) {
    for (std::size_t column = 0; column < row.size(); ++column) {
      widths[column] = std::max(widths[column], display_width(row[column]));
    }
  }
  return widths;
}

std::string Table::text() const {
  const std::vector<std::size_t> widths = this->widths();
  std::size_t total = 2 * (widths.size() - 1);
  for (const std::size_t width : widths) total += width;
  std::string text;
  for (const auto& row : rows_) {
    text += row.empty() ? std::string(total, '-') + "\n" : row_text(row, widths);
  }
  return text;
}

}  // namespace llcodes::cli
