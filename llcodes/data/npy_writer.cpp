#include "llcodes/data/npy_writer.h"

#include <stdexcept>
#include <string>

#include "llcodes/core/file.h"

namespace llcodes {
namespace {

/// Magic number, version and length of the header come before it; values start at a multiple of 64.
constexpr std::size_t kPreamble = 10, kAlignment = 64;

/// "F32" is '<f4', "U8" is '|u1'.
std::string descr_of(DType dtype) {
  if (dtype == DType::kBool) return "|b1";
  std::string descr = size_of(dtype) == 1 ? "|" : "<";
  descr += static_cast<char>(name_of(dtype)[0] - 'A' + 'a');
  return descr += std::to_string(size_of(dtype));
}

std::string shape_text(const Shape& shape) {
  std::string text = "(";
  for (const std::int64_t side : shape) text += std::to_string(side) + ", ";
  return text + ")";
}

std::string header_of(const NpyArray& array) {
  std::string header = "{'descr': '" + descr_of(array.dtype) +
                       "', 'fortran_order': False, 'shape': " + shape_text(array.shape) + ", }";
  const std::size_t used = kPreamble + header.size() + 1;
  header.append((kAlignment - used % kAlignment) % kAlignment, ' ');
  return header + '\n';
}

void check_size(const NpyArray& array) {
  std::size_t expected = size_of(array.dtype);
  for (const std::int64_t side : array.shape) expected *= static_cast<std::size_t>(side);
  if (expected == array.values.size()) return;
  throw std::invalid_argument("npy: found " + std::to_string(array.values.size()) +
                              " bytes, expected " + std::to_string(expected) + " for the shape " +
                              shape_text(array.shape));
}

}  // namespace

void write_npy(const std::filesystem::path& path, const NpyArray& array) {
  check_size(array);
  const std::string header = header_of(array);
  std::string start("\x93NUMPY\x01\x00", 8);
  start += static_cast<char>(header.size() & 0xFF);
  start += static_cast<char>(header.size() >> 8);
  start += header;
  write_atomically(path, {std::as_bytes(std::span(start)), array.values});
}

}  // namespace llcodes
