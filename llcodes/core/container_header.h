// The JSON header of a container: its parser and what writer and reader share.
//
// The parser works on events with the schema built in: it never holds more than the result, and
// refuses duplicate keys, wrong types, unknown fields and needless depth where it meets them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "llcodes/core/container.h"

namespace llcodes {

inline constexpr std::size_t kLengthBytes = 8;              ///< the header's length comes first
inline constexpr std::size_t kLongestHeader = 100'000'000;  ///< safetensors' own limit
inline constexpr std::size_t kDataAlignment = 64;           ///< of the start of the data
inline constexpr std::size_t kMostDimensions = 16;

struct HeaderTensor {
  DType dtype = DType::kU8;
  Shape shape;
  std::uint64_t begin = 0;  ///< from the start of the data
  std::uint64_t end = 0;
};

struct Header {
  std::map<std::string, std::string> metadata;
  std::map<std::string, HeaderTensor> tensors;
};

/// Throws FormatError; `path` is for its message.
Header parse_header(std::string_view json, const std::string& path);

/// Nothing if safetensors has no such type, or we do not know it.
std::optional<DType> dtype_from_name(std::string_view name);

/// Number of bytes of a tensor; throws std::invalid_argument on a negative size or overflow.
std::uint64_t byte_count(DType dtype, const Shape& shape);
std::string text_of(const Shape& shape);  ///< "[3, 4]"

/// XXH3-64 as 16 hexadecimal digits.
std::string checksum_of(std::span<const std::byte> bytes);

/// The checksum of a header with its own 16 digits taken as zeros. They stand behind
/// `"header_checksum":"`, which cannot occur elsewhere: inside a JSON string quotes are escaped.
inline constexpr std::string_view kHeaderChecksumField = "\"header_checksum\":\"";
inline constexpr std::size_t kChecksumDigits = 16;
std::size_t header_checksum_position(std::string_view header);  ///< npos if there is none
std::string header_checksum_of(std::string_view header);

}  // namespace llcodes
