// Codes as other programs keep them: a row of whole bytes a code, eight bits a byte.
//
// numpy.packbits puts bit 0 into the highest bit of the first byte ("big", its default) or into the
// lowest ("little"); FAISS has no order of its own, so it holds what its user packed. Bits beyond the
// width of the code are zero.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "llcodes/core/code.h"

namespace llcodes {

enum class BitOrder { kBig, kLittle };

BitOrder bit_order_from_name(std::string_view name);  ///< "big", "little"

/// Rows inside bytes that live elsewhere.
struct PackedRows {
  std::span<const std::byte> bytes;  ///< [rows, row_bytes]
  std::size_t row_bytes = 0;
  int num_bits = 0;  ///< at most 8 * row_bytes
  BitOrder order = BitOrder::kBig;

  std::size_t size() const { return row_bytes == 0 ? 0 : bytes.size() / row_bytes; }
};

/// Writes the rows [begin, begin + count) as packed words. Throws FormatError that names `path` and
/// the row if a bit beyond the width is set.
void unpack_rows(const PackedRows& rows, std::size_t begin, std::size_t count,
                 const std::string& path, Word* out);

/// Codes as rows of ceil(num_bits / 8) bytes.
std::vector<std::byte> pack_rows(const Codes& codes, BitOrder order);

}  // namespace llcodes
