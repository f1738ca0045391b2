#include "llcodes/learn/history.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "llcodes/core/file.h"
#include "llcodes/learn/curves.h"
#include "llcodes/learn/tensorboard.h"

namespace llcodes {
namespace {

History sample() {
  History history;
  history.losses = {{1, 6.9}, {21, 3.5}};
  EpochMetrics linear{.phase = "linear", .epoch = 1, .step = 40, .learning_rate = 0.1, .loss = 4.5};
  linear.linear = 0.5;
  EpochMetrics codes{.phase = "phase2", .epoch = 1, .step = 80, .learning_rate = 0.1, .loss = 2.5};
  codes.exact = 0.25;
  codes.hamming = 0.5;
  codes.soft = 0.75;
  codes.bits_right = 18.5;
  codes.unique_codes = 1000;
  history.epochs = {linear, codes};
  return history;
}

TEST(History, SurvivesItsJson) {
  const History copy = history_from_json(to_json(sample()));
  EXPECT_EQ(to_json(copy), to_json(sample()));
  EXPECT_FALSE(copy.epochs[0].soft.has_value());
  EXPECT_EQ(copy.epochs[1].unique_codes, 1000);
}

TEST(History, WritesOneRowAnEpoch) {
  const auto folder = std::filesystem::temp_directory_path() / ("history" + std::to_string(getpid()));
  std::filesystem::create_directories(folder);
  sample().write(folder);
  const auto rows = read_lines(folder / "metrics.csv");
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_TRUE(rows[0].starts_with("phase,epoch,step"));
  EXPECT_TRUE(rows[2].starts_with("phase2,1,80,0.1,2.5"));
  const auto lines = read_lines(folder / "metrics.jsonl");
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(nlohmann::json::parse(lines[1]).at("soft"), 0.75);
  EXPECT_NE(read_text(folder / "curves.svg").find("<polyline class='MHD'"), std::string::npos);
  std::filesystem::remove_all(folder);
}

TEST(Curves, AreDrawnForAnEmptyHistory) {
  EXPECT_TRUE(draw_curves({}).ends_with("</svg>\n"));
}

// Golden value: CRC-32C of "123456789" is e3069283 (RFC 3720, appendix B.4 gives the polynomial).
TEST(EventFile, UsesCastagnolisChecksum) { EXPECT_EQ(crc32c("123456789"), 0xE3069283u); }

TEST(EventFile, RecordsAreFramedAsTensorFlowFramesThem) {
  EventFile events;
  events.add_scalar("loss", 7, 0.5);
  const std::string& bytes = events.bytes();
  std::size_t offset = 0, records = 0;
  while (offset < bytes.size()) {
    std::uint64_t length = 0;
    for (int i = 7; i >= 0; --i) length = length << 8 | static_cast<unsigned char>(bytes[offset + static_cast<std::size_t>(i)]);
    offset += 8 + 4 + length + 4;
    ++records;
  }
  EXPECT_EQ(offset, bytes.size());
  EXPECT_EQ(records, 2u);
  EXPECT_NE(bytes.find("brain.Event:2"), std::string::npos);
  EXPECT_NE(bytes.find("loss"), std::string::npos);
}

}  // namespace
}  // namespace llcodes
