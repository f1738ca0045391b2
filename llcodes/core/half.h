// IEEE half precision, as features are often stored.
#pragma once

#include <bit>
#include <cstdint>

namespace llcodes {

/// Without a branch, so that loops over it become vector code.
inline float half_to_float(std::uint16_t half) {
  const std::uint32_t bits = half;
  // Exponent and fraction move to a float's places; multiplying mends the bias and normalises.
  const float magnitude = std::bit_cast<float>((bits & 0x7FFF) << 13) * 0x1p112f;
  const std::uint32_t sign = (bits & 0x8000) << 16;
  const std::uint32_t infinite = (bits & 0x7C00) == 0x7C00 ? 0x7F800000 : 0;  // or not a number
  return std::bit_cast<float>(std::bit_cast<std::uint32_t>(magnitude) | sign | infinite);
}

}  // namespace llcodes
