// Deflate and gzip (zlib), with the size known and checked before anything is allocated.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "llcodes/data/byte_reader.h"

namespace llcodes {

/// A raw deflate stream that must give exactly `size` bytes. Throws FormatError.
std::vector<std::byte> inflate_raw(Bytes compressed, std::size_t size, const std::string& path);

/// A gzip file of one member; zlib compares its checksum. Throws FormatError.
std::vector<std::byte> gunzip(Bytes compressed, const std::string& path);

bool is_gzip(Bytes bytes);

}  // namespace llcodes
