// Reads numbers from bytes that came from outside; every step is checked against the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace llcodes {

using Bytes = std::span<const std::byte>;

class ByteReader {
 public:
  /// `path` is for messages only.
  ByteReader(Bytes bytes, std::string path) : bytes_(bytes), path_(std::move(path)) {}

  std::size_t position() const { return position_; }
  std::size_t remaining() const { return bytes_.size() - position_; }
  /// Throws FormatError that names `field` if fewer than `count` bytes are left; so do all below.
  Bytes take(std::size_t count, std::string_view field);
  std::string take_text(std::size_t count, std::string_view field);
  std::uint64_t take_little(std::size_t count, std::string_view field);  ///< of 1 to 8 bytes
  std::uint64_t take_big(std::size_t count, std::string_view field);

 private:
  Bytes bytes_;
  std::string path_;
  std::size_t position_ = 0;
};

/// a * b; throws FormatError that names the field if the product does not fit in 63 bits.
std::size_t checked_product(std::size_t a, std::size_t b, std::string_view path,
                            std::string_view field);

/// The bytes as text, without a copy.
inline std::string_view as_text(Bytes bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

}  // namespace llcodes
