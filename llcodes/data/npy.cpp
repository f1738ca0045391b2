#include "llcodes/data/npy.h"

#include <bit>
#include <cmath>
#include <cstring>
#include <sstream>

#include "llcodes/core/error.h"
#include "llcodes/core/half.h"
#include "llcodes/data/npy_header.h"

namespace llcodes {
namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeader = 65536;

std::size_t product_of(const Shape& shape, const std::string& path) {
  std::size_t product = 1;
  for (const std::int64_t side : shape) {
    product = checked_product(product, static_cast<std::size_t>(side), path, "shape");
  }
  return product;
}

/// Version 1 has a 2-byte length, versions 2 and 3 a 4-byte one.
std::string read_header_text(ByteReader& reader, const std::string& path) {
  if (as_text(reader.take(kMagic.size(), "magic number")) != kMagic) {
    throw FormatError(path, "magic number", "other bytes", "\\x93NUMPY, as numpy.save writes it");
  }
  const auto major = reader.take_little(1, "version"), minor = reader.take_little(1, "version");
  if (major < 1 || major > 3 || minor != 0) {
    throw FormatError(path, "version", std::to_string(major) + "." + std::to_string(minor),
                      "1.0, 2.0 or 3.0");
  }
  const std::size_t length = reader.take_little(major == 1 ? 2 : 4, "header length");
  if (length > kMaxHeader) {
    throw FormatError(path, "header length", std::to_string(length), "at most 65536");
  }
  return reader.take_text(length, "header");
}

/// The values may stand at any address, so each is copied out.
template <class Stored, class Wanted>
std::vector<Wanted> convert(const NpyView& array) {
  std::vector<Wanted> result(array.count());
  for (std::size_t i = 0; i < result.size(); ++i) {
    Stored value;
    std::memcpy(&value, array.values.data() + i * sizeof value, sizeof value);
    result[i] = static_cast<Wanted>(value);
  }
  return result;
}

std::vector<float> convert_halves(const NpyView& array) {
  const auto halves = convert<std::uint16_t, std::uint16_t>(array);
  std::vector<float> result(halves.size());
  for (std::size_t i = 0; i < halves.size(); ++i) result[i] = half_to_float(halves[i]);
  return result;
}

std::vector<float> convert_doubles(const NpyView& array) {
  const auto doubles = convert<double, double>(array);
  std::vector<float> result(doubles.size());
  for (std::size_t i = 0; i < doubles.size(); ++i) {
    result[i] = static_cast<float>(doubles[i]);
    if (std::isfinite(result[i]) || !std::isfinite(doubles[i])) continue;
    std::ostringstream found;
    found << doubles[i];
    throw FormatError(array.path, "value " + std::to_string(i), found.str(),
                      "numbers that fit in float32, up to 3.4e38; cure: scale the features");
  }
  return result;
}

template <class Wanted>
std::vector<Wanted> convert_integers(const NpyView& array) {
  switch (array.dtype) {
    case DType::kBool:
    case DType::kU8:
      return convert<std::uint8_t, Wanted>(array);
    case DType::kI8:
      return convert<std::int8_t, Wanted>(array);
    case DType::kU16:
      return convert<std::uint16_t, Wanted>(array);
    case DType::kI16:
      return convert<std::int16_t, Wanted>(array);
    case DType::kU32:
      return convert<std::uint32_t, Wanted>(array);
    case DType::kI32:
      return convert<std::int32_t, Wanted>(array);
    case DType::kU64:
      return convert<std::uint64_t, Wanted>(array);
    case DType::kI64:
      return convert<std::int64_t, Wanted>(array);
    default:
      throw FormatError(array.path, "type", std::string(name_of(array.dtype)),
                        "integers; cure: numpy.save(path, x.astype('int32'))");
  }
}

}  // namespace

std::size_t NpyView::count() const { return values.size() / size_of(dtype); }

NpyView parse_npy(Bytes bytes, const std::string& path) {
  static_assert(std::endian::native == std::endian::little, "values are read as they are stored");
  ByteReader reader(bytes, path);
  const NpyHeader header = parse_npy_header(read_header_text(reader, path), path);
  const std::size_t size =
      checked_product(product_of(header.shape, path), size_of(header.dtype), path, "shape");
  const Bytes values = reader.take(size, "values");
  if (reader.remaining() != 0) {
    throw FormatError(path, "values", std::to_string(reader.remaining()) + " bytes too many",
                      std::to_string(size) + " bytes, as the shape says");
  }
  return {header.dtype, header.shape, values, path};
}

std::vector<float> to_floats(const NpyView& array) {
  switch (array.dtype) {
    case DType::kF16:
      return convert_halves(array);
    case DType::kF32:
      return convert<float, float>(array);
    case DType::kF64:
      return convert_doubles(array);
    default:
      return convert_integers<float>(array);
  }
}

std::vector<std::int64_t> to_integers(const NpyView& array) {
  return convert_integers<std::int64_t>(array);
}

}  // namespace llcodes
