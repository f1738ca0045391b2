#include "llcodes/data/feature_file.h"

#include <cassert>
#include <cstring>
#include <stdexcept>

#include "llcodes/core/error.h"
#include "llcodes/core/half.h"

namespace llcodes {

FeatureFile::FeatureFile(const std::filesystem::path& path)
    : file_(std::make_shared<MappedFile>(path)), array_(parse_npy(file_->bytes(), path.string())) {
  const bool is_float = array_.dtype == DType::kF16 || array_.dtype == DType::kF32;
  if (!is_float || array_.shape.size() != 2 || array_.shape[1] == 0) {
    throw FormatError(array_.path, "array",
                      std::string(name_of(array_.dtype)) + " of " +
                          std::to_string(array_.shape.size()) + " dimensions",
                      "features, float16 or float32 [n, d]");
  }
  size_ = static_cast<std::size_t>(array_.shape[0]);
  dimension_ = static_cast<std::size_t>(array_.shape[1]);
}

void FeatureFile::read(std::size_t row, std::span<float> out) const {
  assert(out.size() == dimension_);
  if (row >= size_) {
    throw std::invalid_argument(path() + ": asked for row " + std::to_string(row) + " of " +
                                std::to_string(size_));
  }
  const std::size_t row_bytes = dimension_ * size_of(array_.dtype);
  const std::byte* bytes = array_.values.data() + row * row_bytes;
  if (array_.dtype == DType::kF32) {
    std::memcpy(out.data(), bytes, row_bytes);
    return;
  }
  for (std::size_t i = 0; i < dimension_; ++i) {
    std::uint16_t half;
    std::memcpy(&half, bytes + i * sizeof half, sizeof half);
    out[i] = half_to_float(half);
  }
}

}  // namespace llcodes
