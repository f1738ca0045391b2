// Writes small PNG, JPEG and WebP files for tests. Pixels are interleaved.
#pragma once

#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>
#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace llcodes::test {

struct Canvas {
  int width = 0, height = 0;
  std::vector<std::uint8_t> pixels;
};

inline Canvas filled(int width, int height, const std::vector<std::uint8_t>& colour) {
  Canvas canvas{width, height, {}};
  for (int i = 0; i < width * height; ++i)
    canvas.pixels.insert(canvas.pixels.end(), colour.begin(), colour.end());
  return canvas;
}

/// `format`: PNG_FORMAT_GRAY, PNG_FORMAT_RGB or PNG_FORMAT_RGBA.
inline std::string png(const Canvas& canvas, unsigned format = PNG_FORMAT_RGB) {
  png_image image{};
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(canvas.width);
  image.height = static_cast<png_uint_32>(canvas.height);
  image.format = format;
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::string bytes(size, '\0');
  png_image_write_to_memory(&image, bytes.data(), &size, 0, canvas.pixels.data(), 0, nullptr);
  bytes.resize(size);
  return bytes;
}

/// RGB of 16 bits a channel; each channel value v of the canvas becomes 256 v + `low`.
inline std::string png16(const Canvas& canvas, int low) {
  std::string bytes;
  png_structp writer = png_create_write_struct(PNG_LIBPNG_VER_STRING, nullptr, nullptr, nullptr);
  png_infop info = png_create_info_struct(writer);
  png_set_write_fn(
      writer, &bytes,
      [](png_structp to, png_bytep data, png_size_t size) {
        static_cast<std::string*>(png_get_io_ptr(to))
            ->append(reinterpret_cast<const char*>(data), size);
      },
      nullptr);
  png_set_IHDR(writer, info, static_cast<png_uint_32>(canvas.width),
               static_cast<png_uint_32>(canvas.height), 16, PNG_COLOR_TYPE_RGB, PNG_INTERLACE_NONE,
               PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
  png_write_info(writer, info);
  for (int y = 0; y < canvas.height; ++y) {
    std::vector<std::uint8_t> row;
    for (int i = 0; i < 3 * canvas.width; ++i) {
      row.push_back(canvas.pixels[static_cast<std::size_t>(3 * canvas.width * y + i)]);
      row.push_back(static_cast<std::uint8_t>(low));
    }
    png_write_row(writer, row.data());
  }
  png_write_end(writer, info);
  png_destroy_write_struct(&writer, &info);
  return bytes;
}

/// The header of an animated WebP file; no frame follows.
inline std::string animated_webp(int side) {
  const char edge = static_cast<char>(side - 1);
  std::string chunk = {'V', 'P', '8', 'X', 10, 0, 0, 0, /*animation*/ 2, 0, 0, 0};
  chunk += {edge, 0, 0, edge, 0, 0};
  chunk += std::string("ANIM\6\0\0\0\0\0\0\0\0\0", 14);
  const auto size = static_cast<char>(4 + chunk.size());
  return std::string("RIFF") + std::string({size, 0, 0, 0}) + "WEBP" + chunk;
}

/// `png` with the chunk that says that two frames follow, an animation's mark.
inline std::string animated_png(const std::string& png) {
  constexpr std::size_t kBehindHeader = 8 + 25;
  const std::string chunk = std::string("acTL\0\0\0\2\0\0\0\0", 12);
  const auto sum = static_cast<std::uint32_t>(
      crc32(0, reinterpret_cast<const Bytef*>(chunk.data()), static_cast<uInt>(chunk.size())));
  std::string whole = std::string("\0\0\0\10", 4) + chunk;
  for (const int shift : {24, 16, 8, 0}) whole += static_cast<char>(sum >> shift);
  return std::string(png).insert(kBehindHeader, whole);
}

/// `format`: TJPF_RGB, TJPF_GRAY or TJPF_CMYK.
inline std::string jpeg(const Canvas& canvas, int format = TJPF_RGB) {
  tjhandle handle = tjInitCompress();
  unsigned char* data = nullptr;
  unsigned long size = 0;
  tjCompress2(handle, canvas.pixels.data(), canvas.width, 0, canvas.height, format, &data, &size,
              format == TJPF_GRAY ? TJSAMP_GRAY : TJSAMP_444, 95, 0);
  std::string bytes(reinterpret_cast<char*>(data), size);
  tjFree(data);
  tjDestroy(handle);
  return bytes;
}

/// Lossless, RGBA.
inline std::string webp(const Canvas& canvas) {
  std::uint8_t* data = nullptr;
  const std::size_t size = WebPEncodeLosslessRGBA(canvas.pixels.data(), canvas.width, canvas.height,
                                                  canvas.width * 4, &data);
  std::string bytes(reinterpret_cast<char*>(data), size);
  WebPFree(data);
  return bytes;
}

}  // namespace llcodes::test
