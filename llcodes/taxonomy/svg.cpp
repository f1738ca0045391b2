#include "llcodes/taxonomy/svg.h"

#include <png.h>

#include <cstdio>
#include <optional>
#include <unordered_map>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

std::string base64(std::string_view bytes) {
  static constexpr char kDigits[] =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (i + j < bytes.size() ? static_cast<std::uint8_t>(bytes[i + j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      text += i + j <= bytes.size() ? kDigits[group >> (18 - 6 * j) & 63] : '=';
    }
  }
  return text;
}

/// A picture of few colours: one byte a pixel instead of three, which also compresses better.
struct Palette {
  std::vector<std::uint8_t> colours;  ///< RGB
  std::vector<std::uint8_t> pixels;   ///< number of the colour
};

std::optional<Palette> palette_of(const Raster& raster) {
  Palette palette;
  std::unordered_map<std::uint32_t, std::uint8_t> numbers;
  for (std::size_t i = 0; i + 2 < raster.pixels.size(); i += 3) {
    const std::uint8_t* colour = raster.pixels.data() + i;
    const std::uint32_t key = colour[0] << 16 | colour[1] << 8 | colour[2];
    const auto found = numbers.find(key);
    if (found != numbers.end()) {
      palette.pixels.push_back(found->second);
      continue;
    }
    if (numbers.size() == 256) return {};
    palette.pixels.push_back(static_cast<std::uint8_t>(numbers.size()));
    numbers[key] = palette.pixels.back();
    palette.colours.insert(palette.colours.end(), colour, colour + 3);
  }
  return palette;
}

}  // namespace

std::string svg_text(std::string_view text) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        if (static_cast<unsigned char>(c) >= 0x20) out += c;
    }
  }
  return out;
}

std::string svg_number(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  std::string number = text;
  number.erase(number.find_last_not_of('0') + 1);
  if (number.back() == '.') number.pop_back();
  return number == "-0" ? "0" : number;
}

std::string encode_png(const Raster& raster) {
  const std::optional<Palette> palette = palette_of(raster);
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(raster.width);
  image.height = static_cast<png_uint_32>(raster.height);
  image.format = palette ? PNG_FORMAT_RGB_COLORMAP : PNG_FORMAT_RGB;
  image.colormap_entries = palette ? static_cast<png_uint_32>(palette->colours.size() / 3) : 0;
  const void* pixels = palette ? palette->pixels.data() : raster.pixels.data();
  const void* colours = palette ? palette->colours.data() : nullptr;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  if (png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels, 0, colours) == 0) {
    throw RunError(std::string("encode a PNG picture: ") + image.message);
  }
  bytes.resize(size);
  return bytes;
}

std::string png_data_uri(const Raster& raster) {
  return "data:image/png;base64," + base64(encode_png(raster));
}

}  // namespace llcodes
