#include "llcodes/learn/tensorboard.h"

#include <array>
#include <bit>

namespace llcodes {
namespace {

constexpr std::array<std::uint32_t, 256> kCrcTable = [] {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit) value = (value >> 1) ^ (value & 1 ? 0x82F63B78u : 0u);
    table[i] = value;
  }
  return table;
}();

std::uint32_t masked(std::uint32_t crc) { return ((crc >> 15) | (crc << 17)) + 0xA282EAD8u; }

template <class T>
std::string little_endian(T value) {
  std::string bytes;
  for (std::size_t i = 0; i < sizeof value; ++i) bytes += static_cast<char>(value >> (8 * i));
  return bytes;
}

// Protocol-buffer fields: a tag (number << 3 | wire type), then the value.
std::string varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
  return bytes + static_cast<char>(value);
}
std::string field(int number, double value) {
  return varint(static_cast<unsigned>(number) << 3 | 1) +
         little_endian(std::bit_cast<std::uint64_t>(value));
}
std::string field(int number, float value) {
  return varint(static_cast<unsigned>(number) << 3 | 5) +
         little_endian(std::bit_cast<std::uint32_t>(value));
}
std::string field(int number, std::int64_t value) {
  return varint(static_cast<unsigned>(number) << 3) + varint(static_cast<std::uint64_t>(value));
}
std::string field(int number, std::string_view value) {
  return varint(static_cast<unsigned>(number) << 3 | 2) + varint(value.size()) + std::string(value);
}

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t crc = ~0u;
  for (const char byte : bytes) {
    crc = kCrcTable[(crc ^ static_cast<unsigned char>(byte)) & 0xFF] ^ (crc >> 8);
  }
  return ~crc;
}

EventFile::EventFile() { append(field(1, 0.0) + field(3, std::string_view("brain.Event:2"))); }

void EventFile::add_scalar(std::string_view tag, std::int64_t step, double value) {
  const std::string summary = field(1, tag) + field(2, static_cast<float>(value));
  const std::string summaries = field(1, std::string_view(summary));
  // The step stands in for the wall time, so that the same run gives the same file.
  append(field(1, static_cast<double>(step)) + field(2, step) +
         field(5, std::string_view(summaries)));
}

void EventFile::append(const std::string& event) {
  const std::string length = little_endian(static_cast<std::uint64_t>(event.size()));
  bytes_ += length + little_endian(masked(crc32c(length)));
  bytes_ += event + little_endian(masked(crc32c(event)));
}

}  // namespace llcodes
