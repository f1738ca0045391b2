// The tables of `reproduce` as text, Markdown and JSON.
#include "cli/reproduce_report.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace llcodes::cli {
namespace {

MeasuredTable table() {
  return {.name = "classification",
          .title = "Title",
          .protocol = "Protocol.",
          .data = "data",
          .columns = {{"mhd", "MHD", Format::kPercent},
                      {"unique", "unique", Format::kCount},
                      {"cmap", "CMAP", Format::kScore}},
          .rows = {{"one",
                    {{{"mhd", 0.70}, {"unique", 10}}, {{"mhd", 0.74}, {"unique", 11}}},
                    {{"mhd", 0.7457}}},
                   {"two", {{{"mhd", 0.5}}, {{"mhd", 0.5}}}, {}}}};
}

TEST(ReproduceReport, MeanAndSampleDeviation) {
  const Spread spread = spread_of({1, 2, 4, 5});
  EXPECT_DOUBLE_EQ(spread.mean, 3);
  EXPECT_NEAR(spread.deviation, 1.825742, 1e-6);  // sqrt(10 / 3)
  EXPECT_EQ(spread_of({7}).deviation, 0);
}

TEST(ReproduceReport, MarkdownHasThePapersFiguresInColumnsOfTheirOwn) {
  const std::string text = markdown_of(table());
  EXPECT_NE(text.find("|  | MHD % | unique | paper MHD |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| one | 72.0 ± 2.8 | 10.5 | 74.6 |\n"), std::string::npos) << text;
  EXPECT_NE(text.find("| two | 50.0 ± 0.0 |  |  |\n"), std::string::npos) << text;
  EXPECT_EQ(text.find("CMAP"), std::string::npos) << "no figure, no column";
}

TEST(ReproduceReport, ASpreadHasTheDigitsOfItsMean) {
  MeasuredTable large = table();
  large.rows = {{"one", {{{"cmap", 6.0}}, {{"cmap", 6.4}}}, {}}};
  EXPECT_NE(markdown_of(large).find("| 6.20 ± 0.28 |"), std::string::npos) << markdown_of(large);
}

TEST(ReproduceReport, JsonKeepsEverySeed) {
  const nlohmann::json json = json_of(table());
  const auto& row = json.at("rows").at(0);
  EXPECT_EQ(row.at("values").at("mhd").at("seeds"), nlohmann::json({0.70, 0.74}));
  EXPECT_DOUBLE_EQ(row.at("values").at("mhd").at("mean"), 0.72);
  EXPECT_DOUBLE_EQ(row.at("paper").at("mhd"), 0.7457);
}

TEST(ReproduceReport, TextAlignsAndNamesThePaper) {
  const std::string text = text_of(table());
  EXPECT_NE(text.find("mean ± sample deviation of 2 seeds"), std::string::npos) << text;
  EXPECT_NE(text.find("not measured here"), std::string::npos) << text;
}

}  // namespace
}  // namespace llcodes::cli
