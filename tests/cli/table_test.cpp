// Numbers, tables and progress as text.
#include "cli/table.h"

#include <gtest/gtest.h>

#include "cli/console.h"

namespace llcodes::cli {
namespace {

TEST(Numbers, AreShortAndExact) {
  EXPECT_EQ(percent(0.7457), "74.6 %");
  EXPECT_EQ(count_text(0), "0");
  EXPECT_EQ(count_text(999), "999");
  EXPECT_EQ(count_text(1234567), "1,234,567");
  EXPECT_EQ(short_number(256), "256");
  EXPECT_EQ(short_number(1e6), "1,000,000");
  EXPECT_EQ(short_number(0.05), "0.05");
  EXPECT_EQ(short_number(-2), "-2");
  EXPECT_EQ(duration_text(59.4), "59 s");
  EXPECT_EQ(duration_text(185), "3 min 5 s");
  EXPECT_EQ(duration_text(7800), "2 h 10 min");
  EXPECT_EQ(bytes_text(1234567), "1.2 MB");
}

TEST(Tables, AlignColumns) {
  Table table({"name", "value"});
  table.add({"a", "1"});
  table.add({"long one", "20"});
  EXPECT_EQ(table.text(),
            "name      value\n"
            "---------------\n"
            "a             1\n"
            "long one     20\n");
}

TEST(Tables, CountEastAsianCharactersTwice) { EXPECT_EQ(display_width("漢字 a"), 6u); }

TEST(ProgressText, ShowsShareRateAndTimeLeft) {
  const ProgressReport report{"phase 1", 500, 1000, "pictures", "loss 1.2"};
  EXPECT_EQ(progress_text(report, 0, 10), "phase 1: 50 %  50 pictures/s  10 s left  loss 1.2");
}

TEST(ProgressText, CountsOnlyTheWorkOfThisProcess) {
  const ProgressReport report{"phase 1", 600, 1000, "pictures", ""};
  EXPECT_EQ(progress_text(report, 500, 10), "phase 1: 60 %  10 pictures/s  40 s left");
}

TEST(ProgressText, WorksWithoutATotal) {
  EXPECT_EQ(progress_text({"reading", 0, 0, "files", ""}, 0, 0), "reading:");
}

TEST(Bars, StayWithinTheirWidth) {
  EXPECT_EQ(bar_text(0, 4), "[----]");
  EXPECT_EQ(bar_text(0.5, 4), "[##--]");
  EXPECT_EQ(bar_text(7, 4), "[####]");
}

}  // namespace
}  // namespace llcodes::cli
