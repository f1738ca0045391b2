// Bytes as text that a page can carry.
#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace llcodes::report {

/// RFC 4648, with padding.
std::string base64(std::span<const std::uint8_t> bytes);

}  // namespace llcodes::report
