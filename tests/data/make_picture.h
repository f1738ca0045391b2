// Writes small PNG, JPEG and WebP files for tests. Pixels are interleaved.
#pragma once

#include <png.h>
#include <turbojpeg.h>
#include <webp/encode.h>

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
