// Where the bytes of a safetensors file lie: the checks that our containers and plain safetensors
// files of other programs share. Everything is validated before a tensor is looked at.
#pragma once

#include <map>
#include <span>
#include <string>
#include <string_view>

#include "llcodes/core/container_header.h"

namespace llcodes {

/// The JSON text behind the eight bytes of its length. Throws FormatError if the file is shorter.
std::string_view header_text(std::span<const std::byte> bytes, const std::string& path);

/// Views of all tensors in `data`, the bytes after the header. Throws FormatError unless shapes and
/// offsets agree and the tensors fill the data without gap, overlap or rest.
std::map<std::string, TensorView> lay_out(const Header& header, std::span<const std::byte> data,
                                          const std::string& path);

}  // namespace llcodes
