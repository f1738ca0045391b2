#include "llcodes/core/container_header.h"

#include <xxhash.h>

#include <array>
#include <bit>
#include <cstdio>
#include <stdexcept>

namespace llcodes {
namespace {

static_assert(std::endian::native == std::endian::little, "files are mapped as they are");

struct DTypeRow {
  std::string_view name;
  std::size_t size;
};
constexpr std::array<DTypeRow, 12> kDTypes = {{{"BOOL", 1},
                                               {"U8", 1},
                                               {"I8", 1},
                                               {"U16", 2},
                                               {"I16", 2},
                                               {"F16", 2},
                                               {"U32", 4},
                                               {"I32", 4},
                                               {"F32", 4},
                                               {"U64", 8},
                                               {"I64", 8},
                                               {"F64", 8}}};

std::string hexadecimal(std::uint64_t value) {
  char digits[kChecksumDigits + 1];
  std::snprintf(digits, sizeof digits, "%016llx", static_cast<unsigned long long>(value));
  return digits;
}

}  // namespace

std::size_t size_of(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)].size; }
std::optional<DType> dtype_from_name(std::string_view name) {
  for (std::size_t i = 0; i < kDTypes.size(); ++i) {
    if (kDTypes[i].name == name) return static_cast<DType>(i);
  }
  return {};
}

std::string_view name_of(DType dtype) { return kDTypes[static_cast<std::size_t>(dtype)].name; }

std::uint64_t byte_count(DType dtype, const Shape& shape) {
  std::uint64_t count = size_of(dtype);
  for (const std::int64_t size : shape) {
    if (size < 0 || __builtin_mul_overflow(count, static_cast<std::uint64_t>(size), &count)) {
      throw std::invalid_argument("the shape " + text_of(shape) + " is negative or too large");
    }
  }
  return count;
}

std::string text_of(const Shape& shape) {
  std::string text = "[";
  for (const std::int64_t size : shape)
    text += (text.size() > 1 ? ", " : "") + std::to_string(size);
  return text + "]";
}

std::string checksum_of(std::span<const std::byte> bytes) {
  return hexadecimal(XXH3_64bits(bytes.data(), bytes.size()));
}

std::size_t header_checksum_position(std::string_view header) {
  const std::size_t field = header.find(kHeaderChecksumField);
  if (field == header.npos) return header.npos;
  const std::size_t digits = field + kHeaderChecksumField.size();
  return digits + kChecksumDigits <= header.size() ? digits : header.npos;
}

std::string header_checksum_of(std::string_view header) {
  std::string zeroed(header);
  const std::size_t position = header_checksum_position(header);
  if (position != header.npos) zeroed.replace(position, kChecksumDigits, kChecksumDigits, '0');
  return checksum_of(std::as_bytes(std::span(zeroed)));
}

}  // namespace llcodes
