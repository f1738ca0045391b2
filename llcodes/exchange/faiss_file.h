// The file format of FAISS's binary indexes, as far as they hold plain codes:
//
//   IBxF   IndexBinaryFlat: header, then all codes
//   IBMp   IndexBinaryIDMap: header, an IBxF inside, then a 64-bit id a code
//   IBM2   IndexBinaryIDMap2: the same bytes
//
// A header is: width in bits (i32), bytes a code (i32), number of codes (i64), trained (u8), metric
// (i32). Arrays are preceded by their number of elements (u64). Little-endian, without padding, as
// FAISS 1.7.3 writes them on x86-64. FAISS itself trusts these numbers; here each is checked.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "llcodes/data/byte_reader.h"
#include "llcodes/exchange/packed_rows.h"

namespace llcodes {

/// Codes inside bytes that live elsewhere.
struct FaissCodes {
  Bytes rows;  ///< [n, row_bytes]
  std::size_t row_bytes = 0;
  std::vector<std::int64_t> ids;  ///< [n], or empty
};

/// True if the bytes begin as one of the three kinds.
bool is_faiss(Bytes bytes);

/// Throws FormatError, also for the other binary indexes of FAISS.
FaissCodes parse_faiss(Bytes bytes, const std::string& path);

/// Replaces `path` by an IndexBinaryFlat, or, where ids are given (one a code), an IndexBinaryIDMap2.
void write_faiss(const std::filesystem::path& path, const Codes& codes, BitOrder order,
                 std::span<const std::int64_t> ids = {});

}  // namespace llcodes
