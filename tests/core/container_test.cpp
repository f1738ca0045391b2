#include "llcodes/core/container.h"

#include <cstring>
#include <functional>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <system_error>

#include "llcodes/core/container_header.h"
#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "tests/core/testing.h"

namespace llcodes {
namespace {

using namespace testing;
using nlohmann::json;

const std::vector<float> kFloats = {1.5f, -2, 0.25f};
const std::vector<std::uint64_t> kWords = {7, 1ull << 63};
const std::vector<std::uint8_t> kBytes = {1, 2, 3, 4, 5};

ContainerWriter sample() {
  ContainerWriter writer("llcodes.test", 3);
  writer.set("note", "é \"quoted\" \\ and \"header_checksum\":\"0000000000000000\"");
  writer.add("bytes", {5}, std::span(kBytes));
  writer.add("floats", {1, 3}, std::span(kFloats));
  writer.add("words", {2}, std::span(kWords));
  writer.add("none", {0, 4}, std::span<const float>());
  return writer;
}

/// A file of a header text (padded) and data, with the header's checksum put right: only what a
/// test broke is broken.
std::string file_of(std::string text, const std::string& data) {
  while ((8 + text.size()) % 64 != 0) text += ' ';
  const std::size_t position = header_checksum_position(text);
  if (position != text.npos) text.replace(position, 16, header_checksum_of(text));
  const std::uint64_t length = text.size();
  return std::string(reinterpret_cast<const char*>(&length), 8) + text + data;
}

std::string with_checksums(json header, const std::string& data) {
  header["__metadata__"]["header_checksum"] = std::string(16, '0');
  return file_of(header.dump(), data);
}

std::string checksum_text(const std::string& data) {
  return checksum_of(std::as_bytes(std::span(data)));
}

/// One tensor "t" of three floats, ready to be broken.
json small_header(const std::string& data) {
  return {{"__metadata__",
           {{"format", "llcodes.test"},
            {"format_version", "1"},
            {"checksums", json{{"t", checksum_text(data)}}.dump()}}},
          {"t", {{"dtype", "F32"}, {"shape", {3}}, {"data_offsets", {0, 12}}}}};
}

class ContainerFile : public ::testing::Test {
 protected:
  std::string refusal(const std::string& bytes) {
    write_plainly(path, bytes);
    return message_of<FormatError>([&] { Container::open(path); });
  }

  TemporaryFolder folder;
  std::filesystem::path path = folder / "file.llc";
  std::string data = std::string(12, 'x');
};

TEST_F(ContainerFile, ANumpyArrayIsCalledByItsName) {
  write_plainly(path, std::string("\x93NUMPY\x01\x00v\x00{'descr': '<f4'}", 24));
  const auto open = [&] { Container::open(path, "llcodes.codes"); };
  expect_contains(message_of<FormatError>(open),
                  {"NumPy array", "\"llcodes.codes\"", "`llcodes encode`"});
}

TEST_F(ContainerFile, RoundTrip) {
  sample().write(path);
  const Container container = Container::open(path, "llcodes.test");
  EXPECT_EQ(container.format(), "llcodes.test");
  EXPECT_EQ(container.format_version(), 3);
  EXPECT_EQ(container.path(), path.string());
  EXPECT_EQ(container.metadata("note"),
            "é \"quoted\" \\ and \"header_checksum\":\"0000000000000000\"");
  EXPECT_EQ(container.tensor_names(),
            (std::vector<std::string>{"bytes", "floats", "none", "words"}));
  const auto floats = container.values<float>("floats", {1, -1});
  EXPECT_EQ(std::vector<float>(floats.begin(), floats.end()), kFloats);
  const auto words = container.values<std::uint64_t>("words", {2});
  EXPECT_EQ(std::vector<std::uint64_t>(words.begin(), words.end()), kWords);
  EXPECT_TRUE(container.values<float>("none", {0, 4}).empty());
}

TEST_F(ContainerFile, SameContentSameBytes) {
  sample().write(path);
  sample().write(folder / "again");
  EXPECT_EQ(read_text(path), read_text(folder / "again"));
}

TEST_F(ContainerFile, LayoutIsPlainSafetensors) {
  sample().write(path);
  const std::string bytes = read_text(path);
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), 8);
  EXPECT_EQ((8 + length) % 64, 0u);
  const json header = json::parse(bytes.substr(8, length));
  EXPECT_EQ(header["words"], (json{{"dtype", "U64"}, {"shape", {2}}, {"data_offsets", {0, 16}}}));
  EXPECT_EQ(header["floats"]["data_offsets"], (json{16, 28}));
  EXPECT_EQ(header["bytes"]["data_offsets"], (json{28, 33}));
  EXPECT_EQ(bytes.size(), 8 + length + 33);
  for (const auto& [key, value] : header["__metadata__"].items()) EXPECT_TRUE(value.is_string());
}

TEST_F(ContainerFile, EveryChangedByteIsNoticed) {
  sample().write(path);
  const std::string bytes = read_text(path);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    for (const int change : {0x01, 0x02, 0x10, 0x20, 0x80, 0xff}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ change);
      expect_contains(refusal(damaged), {path.string(), "found", "expected"});
    }
  }
}

TEST_F(ContainerFile, EveryCutAndEveryAdditionIsNoticed) {
  sample().write(path);
  const std::string bytes = read_text(path);
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    expect_contains(refusal(bytes.substr(0, length)), {path.string()});
  }
  for (const std::size_t added : {1u, 63u, 64u, 1000u}) {
    expect_contains(refusal(bytes + std::string(added, '\0')), {path.string(), "file size"});
  }
}

TEST_F(ContainerFile, WithoutTensorChecksTheStructureIsStillChecked) {
  sample().write(path);
  std::string bytes = read_text(path);
  bytes.back() ^= 1;
  write_plainly(path, bytes);
  const Container container = Container::open(path, {}, Verify::kStructure);
  expect_contains(message_of<FormatError>([&] { container.verify_tensors(); }),
                  {"checksum of tensor \"bytes\"", "damaged"});
  bytes[20] ^= 1;
  write_plainly(path, bytes);
  EXPECT_THROW(Container::open(path, {}, Verify::kStructure), FormatError);
}

TEST_F(ContainerFile, TheUnbrokenSmallFileOpens) {
  write_plainly(path, with_checksums(small_header(data), data));
  EXPECT_EQ(Container::open(path).tensor("t").bytes.size(), 12u);
}

struct Breakage {
  const char* what;
  std::function<void(json&)> change;
};

TEST_F(ContainerFile, HostileHeadersWithRightChecksumsAreRefused) {
  const auto huge = std::uint64_t{1} << 62;
  const std::vector<Breakage> breakages = {
      {"tensor \"t\"", [](json& h) { h["t"]["shape"] = {4}; }},
      {"tensor \"t\"",
       [=](json& h) {
         h["t"]["shape"] = {huge, huge, 3};
       }},
      {"tensor \"t\"",
       [=](json& h) {
         h["t"]["shape"] = {huge, 4, 0};
       }},
      // 2^64 + 12 bytes: twelve, if the overflow goes unnoticed.
      {"tensor \"t\"", [=](json& h) { h["t"]["shape"] = {huge + 3}; }},
      {"\"t\"", [](json& h) { h["t"]["shape"] = {-3}; }},
      {"\"t\"", [](json& h) { h["t"]["shape"] = {3.0}; }},
      {"\"t\"", [](json& h) { h["t"]["shape"] = {std::uint64_t{1} << 63}; }},
      {"\"t\"", [](json& h) { h["t"]["shape"] = json::array({json::array({3})}); }},
      {"\"t\"", [](json& h) { h["t"]["shape"] = std::vector<int>(17, 1); }},
      {"\"t\"", [](json& h) { h["t"]["shape"] = "3"; }},
      {"\"t\"", [](json& h) { h["t"]["dtype"] = "F31"; }},
      {"\"t\"", [](json& h) { h["t"]["dtype"] = 5; }},
      {"\"t\"",
       [](json& h) {
         h["t"]["data_offsets"] = {0, 12, 12};
       }},
      {"\"t\"", [](json& h) { h["t"]["data_offsets"] = {0}; }},
      {"tensor \"t\"",
       [](json& h) {
         h["t"]["data_offsets"] = {12, 0};
       }},
      {"data offsets",
       [](json& h) {
         h["t"]["data_offsets"] = {4, 16};
       }},
      {"tensor \"t\"",
       [](json& h) {
         h["t"]["data_offsets"] = {2, 14};
       }},
      {"\"t\"", [](json& h) { h["t"].erase("dtype"); }},
      {"\"t\"", [](json& h) { h["t"]["extra"] = {1}; }},
      {"\"t\"", [](json& h) { h["t"] = nullptr; }},
      {"checksums", [](json& h) { h["u"] = h["t"]; }},
      {"checksums", [](json& h) { h["__metadata__"].erase("checksums"); }},
      {"checksums", [](json& h) { h["__metadata__"]["checksums"] = "{}"; }},
      {"checksums", [](json& h) { h["__metadata__"]["checksums"] = "[[[["; }},
      {"checksums", [](json& h) { h["__metadata__"]["checksums"] = "{\"t\":{}}"; }},
      {"checksums", [](json& h) { h["__metadata__"]["checksums"] = "{\"t\":\"\",\"t\":\"\"}"; }},
      {"format", [](json& h) { h["__metadata__"].erase("format"); }},
      {"format_version", [](json& h) { h["__metadata__"].erase("format_version"); }},
      {"format_version", [](json& h) { h["__metadata__"]["format_version"] = "1x"; }},
      {"format_version", [](json& h) { h["__metadata__"]["format_version"] = "0"; }},
      {"format_version", [](json& h) { h["__metadata__"]["format_version"] = "-9"; }},
      {"__metadata__", [](json& h) { h["__metadata__"]["number"] = 1; }},
      {"__metadata__", [](json& h) { h["__metadata__"]["deep"] = json::object(); }}};
  for (const Breakage& breakage : breakages) {
    json header = small_header(data);
    breakage.change(header);
    expect_contains(refusal(with_checksums(header, data)), {path.string(), breakage.what});
  }
}

TEST_F(ContainerFile, DuplicateKeysAreRefusedEverywhere) {
  json header = small_header(data);
  header["__metadata__"]["header_checksum"] = std::string(16, '0');
  const std::string text = header.dump();
  for (const std::string& entry :
       {"\"t\":" + header["t"].dump(), std::string("\"dtype\":\"F32\""),
        std::string("\"shape\":[3]"), std::string("\"format_version\":\"1\""),
        "\"__metadata__\":" + header["__metadata__"].dump()}) {
    std::string twice = text;
    const std::size_t position = twice.find(entry);
    ASSERT_NE(position, twice.npos) << entry;
    expect_contains(refusal(file_of(twice.insert(position, entry + ","), data)), {"the key"});
  }
}

TEST_F(ContainerFile, OverlapIsRefused) {
  json header = small_header(data);
  header["u"] = header["t"];
  header["__metadata__"]["checksums"] =
      json{{"t", checksum_text(data)}, {"u", checksum_text(data)}}.dump();
  expect_contains(refusal(with_checksums(header, data)), {"data offsets", "overlap"});
}

TEST_F(ContainerFile, RawHeadersThatAreNoHeaderAreRefused) {
  const std::string nested(100'000, '[');
  for (const std::string& text :
       {std::string("{}"), std::string("[]"), std::string("null"), std::string(""), nested,
        "{\"t\":" + nested, std::string("{\"t\":{},\"t\":{}}"),
        std::string("{\"__metadata__\":{\"a\":\"1\",\"a\":\"2\"}}"),
        std::string("{\"__metadata__\":{},\"__metadata__\":{}}"), std::string("{} {}"),
        std::string("{\"\xff\":1}"), std::string("{}\0{}", 5),
        std::string("{\"t\":{\"shape\":[1e999]}}"),
        std::string("{\"t\":{\"shape\":[99999999999999999999999]}}")}) {
    expect_contains(refusal(file_of(text, "")), {path.string()});
  }
}

TEST_F(ContainerFile, HugeHeaderLengthAllocatesNothing) {
  for (const std::uint64_t length :
       {std::uint64_t{56}, std::uint64_t{100'000'056}, std::uint64_t{1} << 40, ~std::uint64_t{0}}) {
    expect_contains(refusal(std::string(reinterpret_cast<const char*>(&length), 8)),
                    {"header length", std::to_string(length), "at most 0"});
  }
}

TEST_F(ContainerFile, AnotherFormatIsNamed) {
  sample().write(path);
  expect_contains(message_of<FormatError>([&] { Container::open(path, "llcodes.model"); }),
                  {"format", "llcodes.test", "llcodes.model"});
  EXPECT_THROW(Container::open(folder / "missing"), std::system_error);
}

TEST_F(ContainerFile, WrongTypeAndShapeAreNamed) {
  sample().write(path);
  const Container container = Container::open(path);
  expect_contains(message_of<FormatError>([&] {
                    container.values<double>("floats", {1, 3});
                  }),
                  {"floats", "F32 [1, 3]", "F64 [1, 3]"});
  expect_contains(message_of<FormatError>([&] { container.values<float>("floats", {3}); }),
                  {"F32 [1, 3]", "F32 [3]"});
  expect_contains(message_of<FormatError>([&] { container.tensor("flots"); }), {"flots"});
  expect_contains(message_of<FormatError>([&] { container.metadata("no"); }), {"\"no\""});
  EXPECT_THROW(container.metadata_integer("note", {0, 9}), FormatError);
}

TEST(ContainerWriter, ImpossibleContentIsRefused) {
  ContainerWriter writer("llcodes.test", 1);
  writer.add("a", {5}, std::span(kBytes));
  EXPECT_THROW(writer.add("a", {5}, std::span(kBytes)), std::invalid_argument);
  EXPECT_THROW(writer.add("", {5}, std::span(kBytes)), std::invalid_argument);
  EXPECT_THROW(writer.add("__metadata__", {5}, std::span(kBytes)), std::invalid_argument);
  EXPECT_THROW(writer.add("b", {6}, std::span(kBytes)), std::invalid_argument);
  EXPECT_THROW(writer.add("b", {-5}, std::span(kBytes)), std::invalid_argument);
  EXPECT_THROW(writer.add("\xff", {5}, std::span(kBytes)), std::invalid_argument);
  EXPECT_THROW(writer.set("checksums", "x"), std::invalid_argument);
  EXPECT_THROW(writer.set("key", "\xc3"), std::invalid_argument);
}

}  // namespace
}  // namespace llcodes
