// The one file container: every file the product writes is a safetensors file.
//
//   8 bytes   length of the header, little-endian
//   header    JSON: {"__metadata__": {...strings...}, "name": {"dtype", "shape", "data_offsets"}}
//   data      raw little-endian arrays
//
// Beyond plain safetensors the metadata holds "format" ("llcodes.model", "llcodes.codes", ...),
// "format_version", an XXH3-64 checksum of each tensor, and one of the header itself, so that every
// changed byte is noticed. The data starts at a multiple of 64 bytes; safetensors allows no gap, so
// wide elements come first and each tensor starts at a multiple of its element's size.
// docs/format.md is the reference.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

enum class DType { kBool, kU8, kI8, kU16, kI16, kF16, kU32, kI32, kF32, kU64, kI64, kF64 };

std::size_t size_of(DType dtype);
std::string_view name_of(DType dtype);  ///< safetensors' names: "F32", "I64", ...

template <class T>
constexpr DType dtype_of();
template <> constexpr DType dtype_of<std::uint8_t>() { return DType::kU8; }
template <> constexpr DType dtype_of<std::uint16_t>() { return DType::kU16; }
template <> constexpr DType dtype_of<std::int32_t>() { return DType::kI32; }
template <> constexpr DType dtype_of<std::uint32_t>() { return DType::kU32; }
template <> constexpr DType dtype_of<float>() { return DType::kF32; }
template <> constexpr DType dtype_of<double>() { return DType::kF64; }
template <> constexpr DType dtype_of<std::int64_t>() { return DType::kI64; }
template <> constexpr DType dtype_of<std::uint64_t>() { return DType::kU64; }

using Shape = std::vector<std::int64_t>;

/// What is checked when a container is opened: always the whole structure and the header checksum;
/// kAll also reads every tensor and compares its checksum.
enum class Verify { kStructure, kAll };

/// A tensor inside a mapped container; valid as long as the container lives.
struct TensorView {
  DType dtype;
  Shape shape;
  std::span<const std::byte> bytes;
};

/// Collects tensors and metadata and writes them in one atomic step.
class ContainerWriter {
 public:
  /// `format` is for example "llcodes.model".
  ContainerWriter(std::string format, int format_version);
  ContainerWriter(ContainerWriter&&) = default;

  void set(std::string key, std::string value);  ///< metadata
  void add(std::string name, DType dtype, Shape shape, std::span<const std::byte> bytes);  ///< copies

  template <class T>
  void add(std::string name, Shape shape, std::span<const T> values) {
    add(std::move(name), dtype_of<T>(), std::move(shape), std::as_bytes(values));
  }

  /// The same without a copy, for arrays too large to be held twice: `values` must stay as they are
  /// until the file is written.
  template <class T>
  void add_view(std::string name, Shape shape, std::span<const T> values) {
    add_tensor(std::move(name), dtype_of<T>(), std::move(shape), std::as_bytes(values));
  }

  /// Writes to a temporary file beside `path`, syncs, renames: on any failure the old file is still
  /// there. The same content gives the same bytes. Throws std::system_error.
  void write(const std::filesystem::path& path) const;

 private:
  struct Tensor {
    DType dtype;
    Shape shape;
    std::span<const std::byte> bytes;
    std::vector<std::byte> copy;  ///< what `bytes` shows, unless it is the caller's
  };
  struct Entry {
    const std::string* name;
    const Tensor* tensor;
  };
  Tensor& add_tensor(std::string name, DType dtype, Shape shape, std::span<const std::byte> bytes);
  std::vector<Entry> in_file_order() const;
  std::string header() const;

  std::map<std::string, std::string> metadata_;
  std::map<std::string, Tensor> tensors_;
};

struct IntegerRange {
  std::int64_t minimum, maximum;
};

/// A validated, memory-mapped container. Cheap to copy; concurrent const calls are safe.
class Container {
 public:
  /// Validates before it allocates: lengths, JSON, types, shapes (overflow-checked), offsets without
  /// gap or overlap, no trailing bytes, checksums. An empty `format`
  /// accepts any. Throws FormatError (path, field, found, expected) or std::system_error.
  static Container open(const std::filesystem::path& path, std::string_view format = {},
                        Verify verify = Verify::kAll);

  const std::string& path() const;
  const std::string& format() const;
  int format_version() const;

  bool has_metadata(const std::string& key) const;
  const std::string& metadata(const std::string& key) const;  ///< FormatError if it is missing
  /// A whole number within the range; FormatError otherwise.
  std::int64_t metadata_integer(const std::string& key, IntegerRange range) const;
  const std::map<std::string, std::string>& all_metadata() const;

  bool has_tensor(const std::string& name) const;
  const TensorView& tensor(const std::string& name) const;  ///< FormatError if it is missing
  std::vector<std::string> tensor_names() const;

  /// The tensor as values of T; FormatError unless type and shape are as expected (-1 = any size).
  template <class T>
  std::span<const T> values(const std::string& name, const Shape& expected_shape) const {
    const TensorView& view = checked_tensor(name, dtype_of<T>(), expected_shape);
    return {reinterpret_cast<const T*>(view.bytes.data()), view.bytes.size() / sizeof(T)};
  }

  /// Compares every tensor with its checksum. Throws FormatError at the first difference.
  void verify_tensors() const;

 private:
  struct State;
  explicit Container(std::shared_ptr<const State> state) : state_(std::move(state)) {}
  const TensorView& checked_tensor(const std::string& name, DType dtype,
                                   const Shape& expected_shape) const;

  std::shared_ptr<const State> state_;
};

}  // namespace llcodes
