// IEEE half precision, as features are often stored.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

namespace llcodes {

inline float half_to_float(std::uint16_t half) {
  // Exponent and fraction move to a float's places; multiplying mends the bias and normalises.
  const float magnitude =
      std::bit_cast<float>(static_cast<std::uint32_t>(half & 0x7FFF) << 13) * 0x1p112f;
  const bool is_finite = (half & 0x7C00) != 0x7C00;
  const float value = is_finite ? magnitude : (half & 0x03FF ? NAN : INFINITY);
  return half & 0x8000 ? -value : value;
}

}  // namespace llcodes
