#include "llcodes/exchange/packed_rows.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

static_assert(std::endian::native == std::endian::little, "byte i of a word holds its bits 8i up");

/// The bits of each byte in reverse: halves, quarters and single bits change places.
Word reverse_bytes_bits(Word word) {
  word = (word >> 4 & 0x0F0F0F0F0F0F0F0F) | (word & 0x0F0F0F0F0F0F0F0F) << 4;
  word = (word >> 2 & 0x3333333333333333) | (word & 0x3333333333333333) << 2;
  return (word >> 1 & 0x5555555555555555) | (word & 0x5555555555555555) << 1;
}

std::size_t bytes_for_bits(int num_bits) { return static_cast<std::size_t>(num_bits + 7) / 8; }

[[noreturn]] void throw_stray_bit(const PackedRows& rows, std::size_t row,
                                  const std::string& path) {
  throw FormatError(path, "row " + std::to_string(row),
                    "a bit beyond the first " + std::to_string(rows.num_bits),
                    "zeros there; cure: give the true number of bits, or the other bit order");
}

/// One row as words; false if a bit beyond the width is set.
bool unpack_row(const PackedRows& rows, std::size_t row, Word* words) {
  const std::size_t used = bytes_for_bits(rows.num_bits);
  const auto count = static_cast<std::size_t>(words_for_bits(rows.num_bits));
  const std::byte* bytes = rows.bytes.data() + row * rows.row_bytes;
  words[count - 1] = 0;
  std::memcpy(words, bytes, used);
  if (rows.order == BitOrder::kBig) {
    for (std::size_t i = 0; i < count; ++i) words[i] = reverse_bytes_bits(words[i]);
  }
  const int used_bits = rows.num_bits % kBitsPerWord;
  const bool stray = used_bits != 0 && words[count - 1] >> used_bits != 0;
  return !stray && std::all_of(bytes + used, bytes + rows.row_bytes,
                               [](std::byte byte) { return byte == std::byte{0}; });
}

}  // namespace

BitOrder bit_order_from_name(std::string_view name) {
  if (name == "big") return BitOrder::kBig;
  if (name == "little") return BitOrder::kLittle;
  throw std::invalid_argument("bit order: found " + shown(name) + ", expected big or little");
}

void unpack_rows(const PackedRows& rows, std::size_t begin, std::size_t count,
                 const std::string& path, Word* out) {
  const auto width = static_cast<std::size_t>(words_for_bits(rows.num_bits));
  for (std::size_t i = 0; i < count; ++i) {
    if (!unpack_row(rows, begin + i, out + i * width)) throw_stray_bit(rows, begin + i, path);
  }
}

std::vector<std::byte> pack_rows(const Codes& codes, BitOrder order) {
  const std::size_t row_bytes = bytes_for_bits(codes.num_bits());
  std::vector<std::byte> bytes(codes.size() * row_bytes);
  std::vector<Word> words(static_cast<std::size_t>(codes.words_per_code()));
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const CodeView code = codes[row];
    std::transform(code.begin(), code.end(), words.begin(), [&](Word word) {
      return order == BitOrder::kBig ? reverse_bytes_bits(word) : word;
    });
    std::memcpy(bytes.data() + row * row_bytes, words.data(), row_bytes);
  }
  return bytes;
}

}  // namespace llcodes
