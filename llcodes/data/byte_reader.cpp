#include "llcodes/data/byte_reader.h"

#include "llcodes/core/error.h"

namespace llcodes {

Bytes ByteReader::take(std::size_t count, std::string_view field) {
  if (count > remaining()) {
    throw FormatError(
        path_, field,
        std::to_string(remaining()) + " bytes left at byte " + std::to_string(position_),
        std::to_string(count) + " bytes");
  }
  const Bytes taken = bytes_.subspan(position_, count);
  position_ += count;
  return taken;
}

std::string ByteReader::take_text(std::size_t count, std::string_view field) {
  return std::string(as_text(take(count, field)));
}

std::uint64_t ByteReader::take_little(std::size_t count, std::string_view field) {
  std::uint64_t value = 0;
  int shift = 0;
  for (const std::byte byte : take(count, field)) {
    value |= std::to_integer<std::uint64_t>(byte) << shift;
    shift += 8;
  }
  return value;
}

std::uint64_t ByteReader::take_big(std::size_t count, std::string_view field) {
  std::uint64_t value = 0;
  for (const std::byte byte : take(count, field)) {
    value = value << 8 | std::to_integer<std::uint64_t>(byte);
  }
  return value;
}

std::size_t checked_product(std::size_t a, std::size_t b, std::string_view path,
                            std::string_view field) {
  std::size_t product = 0;
  if (__builtin_mul_overflow(a, b, &product) || product >> 63 != 0) {
    throw FormatError(path, field, std::to_string(a) + " x " + std::to_string(b) + " bytes",
                      "a size that fits in memory");
  }
  return product;
}

}  // namespace llcodes
