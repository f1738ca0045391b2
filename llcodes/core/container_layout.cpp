#include "llcodes/core/container_layout.h"

#include <algorithm>
#include <cstring>
#include <stdexcept>
#include <vector>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

std::uint64_t checked_byte_count(const HeaderTensor& tensor, const std::string& field,
                                 const std::string& path) {
  try {
    return byte_count(tensor.dtype, tensor.shape);
  } catch (const std::invalid_argument&) {
    throw FormatError(path, field, "shape " + text_of(tensor.shape), "a size below 2^64 bytes");
  }
}

void check_tensor(const HeaderTensor& tensor, const std::string& name, const std::string& path) {
  const std::string field = "tensor " + shown(name);
  const std::uint64_t bytes = checked_byte_count(tensor, field, path);
  const std::string found =
      "offsets " + std::to_string(tensor.begin) + " to " + std::to_string(tensor.end);
  if (tensor.begin > tensor.end || tensor.end - tensor.begin != bytes) {
    throw FormatError(path, field, found,
                      std::to_string(bytes) + " bytes for shape " + text_of(tensor.shape));
  }
}

/// Tensors must fill the data without gap, overlap or rest.
void check_coverage(const Header& header, std::uint64_t data_size, const std::string& path) {
  struct Extent {
    std::uint64_t begin, end;
    auto operator<=>(const Extent&) const = default;
  };
  std::vector<Extent> extents;
  for (const auto& [name, tensor] : header.tensors) extents.push_back({tensor.begin, tensor.end});
  std::sort(extents.begin(), extents.end());
  std::uint64_t covered = 0;
  for (const Extent& extent : extents) {
    if (extent.begin != covered) {
      throw FormatError(path, "data offsets", "a tensor at " + std::to_string(extent.begin),
                        "one at " + std::to_string(covered) + ", without gap or overlap");
    }
    covered = extent.end;
  }
  if (covered != data_size) {
    throw FormatError(path, "file size", std::to_string(data_size) + " bytes of data",
                      std::to_string(covered) + "; the file was cut off or added to");
  }
}

}  // namespace

std::string_view header_text(std::span<const std::byte> bytes, const std::string& path) {
  if (bytes.size() < kLengthBytes) {
    throw FormatError(path, "file size", std::to_string(bytes.size()) + " bytes",
                      "at least 8 bytes; the file is no safetensors file or was cut off");
  }
  std::uint64_t length = 0;
  std::memcpy(&length, bytes.data(), kLengthBytes);
  const std::uint64_t most = std::min<std::uint64_t>(kLongestHeader, bytes.size() - kLengthBytes);
  if (length > most) {
    throw FormatError(
        path, "header length", std::to_string(length),
        "at most " + std::to_string(most) + "; the file is no safetensors file or was cut off");
  }
  return {reinterpret_cast<const char*>(bytes.data()) + kLengthBytes, length};
}

std::map<std::string, TensorView> lay_out(const Header& header, std::span<const std::byte> data,
                                          const std::string& path) {
  for (const auto& [name, tensor] : header.tensors) check_tensor(tensor, name, path);
  check_coverage(header, data.size(), path);
  std::map<std::string, TensorView> tensors;
  for (const auto& [name, tensor] : header.tensors) {
    const auto view = data.subspan(tensor.begin, tensor.end - tensor.begin);
    tensors.emplace(name, TensorView{tensor.dtype, tensor.shape, view});
  }
  return tensors;
}

}  // namespace llcodes
