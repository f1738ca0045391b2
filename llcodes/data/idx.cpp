#include "llcodes/data/idx.h"

#include "llcodes/core/error.h"
#include "llcodes/core/file.h"
#include "llcodes/data/byte_reader.h"
#include "llcodes/data/inflate.h"

namespace llcodes {
namespace {

constexpr std::uint64_t kUnsignedByte = 8;

IdxArray parse_idx(Bytes bytes, const std::string& path) {
  ByteReader reader(bytes, path);
  const auto zeros = reader.take_big(2, "magic number"), type = reader.take_big(1, "type");
  const auto rank = reader.take_big(1, "number of dimensions");
  if (zeros != 0 || type != kUnsignedByte || rank < 1 || rank > 4) {
    throw FormatError(
        path, "magic number",
        std::to_string(zeros) + ", type " + std::to_string(type) + ", rank " + std::to_string(rank),
        "IDX: 0, type 8 (unsigned bytes), rank 1 to 4");
  }
  IdxArray array;
  std::size_t size = 1;
  for (std::uint64_t i = 0; i < rank; ++i) {
    array.shape.push_back(static_cast<std::int64_t>(reader.take_big(4, "dimension")));
    size = checked_product(size, static_cast<std::size_t>(array.shape.back()), path, "dimensions");
  }
  if (reader.remaining() != size) {
    throw FormatError(path, "values", std::to_string(reader.remaining()) + " bytes",
                      std::to_string(size) + ", the product of the dimensions");
  }
  const std::string_view values = as_text(reader.take(size, "values"));
  array.values.assign(values.begin(), values.end());
  return array;
}

}  // namespace

IdxArray read_idx(const std::filesystem::path& path) {
  const MappedFile file(path);
  if (!is_gzip(file.bytes())) return parse_idx(file.bytes(), path.string());
  return parse_idx(gunzip(file.bytes(), path.string()), path.string());
}

bool is_idx_name(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  return name.find("idx") != std::string::npos && name.find("ubyte") != std::string::npos;
}

std::string labels_beside(const std::string& pictures) {
  constexpr std::string_view kPictures = "images-idx3", kLabels = "labels-idx1";
  const std::size_t at = pictures.rfind(kPictures);
  if (at == std::string::npos) return {};
  return std::string(pictures).replace(at, kPictures.size(), kLabels);
}

}  // namespace llcodes
