#include "cli/reproduce_report.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "cli/table.h"

namespace llcodes::cli {
namespace {

/// What columns of the paper's figures mean, where there are some.
std::string paper_note(const MeasuredTable& table) {
  const auto has_figures = [](const MeasuredRow& row) { return !row.paper.empty(); };
  if (std::ranges::none_of(table.rows, has_figures)) return "";
  return "\nColumns headed \"paper\" are the paper's own figures on ImageNet with ResNet50 or "
         "AlexNet; they were not measured here.\n";
}

std::vector<double> values_of(const MeasuredRow& row, const std::string& value) {
  std::vector<double> values;
  for (const Values& seed : row.seeds) {
    if (const auto found = seed.find(value); found != seed.end()) values.push_back(found->second);
  }
  return values;
}

/// `like` says how many digits: those of a spread are its mean's.
std::string number_text(double value, Format format, double like) {
  switch (format) {
    case Format::kPercent:
      return fixed(100 * value, 1);
    case Format::kScore:
      return fixed(value, like < 1.5 ? 4 : 2);
    case Format::kCount:
      return fixed(value, value == std::floor(value) ? 0 : 1);
    case Format::kSeconds:
      return duration_text(value);
  }
  return "";
}

std::string cell_text(const MeasuredRow& row, const Column& column) {
  const std::vector<double> values = values_of(row, column.value);
  if (values.empty()) return "";
  const Spread spread = spread_of(values);
  const std::string mean = number_text(spread.mean, column.format, spread.mean);
  const bool plain =
      values.size() == 1 || column.format == Format::kSeconds || column.format == Format::kCount;
  return plain ? mean : mean + " ± " + number_text(spread.deviation, column.format, spread.mean);
}

std::string paper_text(const MeasuredRow& row, const Column& column) {
  const auto found = row.paper.find(column.value);
  if (found == row.paper.end()) return "";
  return number_text(found->second, column.format, found->second);
}

using Grid = std::vector<std::vector<std::string>>;  ///< heading first

Grid grid_of(const MeasuredTable& table) {
  Grid grid(table.rows.size() + 1);
  grid[0].push_back("");
  for (std::size_t i = 0; i < table.rows.size(); ++i) grid[i + 1].push_back(table.rows[i].label);
  const auto add_column = [&](const std::string& heading, const Column& column, const auto& text) {
    std::vector<std::string> cells;
    for (const MeasuredRow& row : table.rows) cells.push_back(text(row, column));
    if (std::all_of(cells.begin(), cells.end(), [](const auto& cell) { return cell.empty(); }))
      return;
    grid[0].push_back(heading);
    for (std::size_t i = 0; i < cells.size(); ++i) grid[i + 1].push_back(cells[i]);
  };
  const auto unit = [](const Column& column) {
    return column.format == Format::kPercent ? column.heading + " %" : column.heading;
  };
  for (const Column& column : table.columns) add_column(unit(column), column, cell_text);
  for (const Column& column : table.columns)
    add_column("paper " + column.heading, column, paper_text);
  return grid;
}

std::string markdown_row(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) line += " " + cell + " |";
  return line + "\n";
}

std::string caption(const MeasuredTable& table) {
  const std::size_t seeds = table.rows.empty() ? 0 : table.rows[0].seeds.size();
  return table.data + "; " +
         (seeds == 1 ? "one seed"
                     : "mean ± sample deviation of " + std::to_string(seeds) + " seeds") +
         ". " + table.protocol;
}

}  // namespace

Spread spread_of(const std::vector<double>& values) {
  Spread spread;
  for (const double value : values) spread.mean += value / static_cast<double>(values.size());
  if (values.size() < 2) return spread;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / static_cast<double>(values.size() - 1));
  return spread;
}

std::string text_of(const MeasuredTable& table) {
  Grid grid = grid_of(table);
  Table text(grid[0]);
  for (std::size_t i = 1; i < grid.size(); ++i) text.add(std::move(grid[i]));
  return table.title + "\n" + caption(table) + "\n\n" + text.text() + paper_note(table);
}

std::string markdown_of(const MeasuredTable& table) {
  const Grid grid = grid_of(table);
  std::string text =
      "# " + table.title + "\n\n" + caption(table) + "\n\n" + markdown_row(grid[0]) + "|---|";
  for (std::size_t i = 1; i < grid[0].size(); ++i) text += "---:|";
  text += "\n";
  for (std::size_t i = 1; i < grid.size(); ++i) text += markdown_row(grid[i]);
  return text + paper_note(table);
}

nlohmann::json json_of(const MeasuredTable& table) {
  nlohmann::json json = {{"name", table.name},
                         {"title", table.title},
                         {"data", table.data},
                         {"protocol", table.protocol},
                         {"rows", nlohmann::json::array()}};
  for (const MeasuredRow& row : table.rows) {
    nlohmann::json values = nlohmann::json::object();
    for (const Column& column : table.columns) {
      const std::vector<double> seeds = values_of(row, column.value);
      if (seeds.empty()) continue;
      const Spread spread = spread_of(seeds);
      values[column.value] = {
          {"mean", spread.mean}, {"deviation", spread.deviation}, {"seeds", seeds}};
    }
    json["rows"].push_back({{"label", row.label}, {"values", values}, {"paper", row.paper}});
  }
  return json;
}

}  // namespace llcodes::cli
