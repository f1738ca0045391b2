#include <turbojpeg.h>

#include <algorithm>
#include <memory>
#include <new>

#include "llcodes/core/error.h"
#include "llcodes/data/picture_codecs.h"

namespace llcodes {
namespace {

struct DestroyDecoder {
  void operator()(void* handle) const { tjDestroy(handle); }
};
using JpegDecoder = std::unique_ptr<void, DestroyDecoder>;

struct JpegHeader {
  int width = 0, height = 0, subsampling = 0, colours = 0;
};

/// Damage that libjpeg can paper over is still damage: half a picture would be grey.
void check(int status, const JpegDecoder& decoder, const std::string& path) {
  if (status != 0)
    throw FormatError(path, "JPEG", tjGetErrorStr2(decoder.get()), "a whole picture");
}

/// The smallest scale whose smaller side still has `wanted_side` pixels.
tjscalingfactor choose_scale(const JpegHeader& header, int wanted_side) {
  tjscalingfactor chosen{1, 1};
  if (wanted_side <= 0) return chosen;
  int count = 0;
  const tjscalingfactor* factors = tjGetScalingFactors(&count);
  const int smaller = std::min(header.width, header.height);
  for (int i = 0; i < count; ++i) {
    const tjscalingfactor factor = factors[i];
    const bool is_smaller = factor.num * chosen.denom < chosen.num * factor.denom;
    if (is_smaller && TJSCALED(smaller, factor) >= wanted_side) chosen = factor;
  }
  return chosen;
}

/// Adobe's CMYK is stored inverted: 255 is no ink, so colour and black simply multiply.
std::vector<std::uint8_t> cmyk_to_rgb(const std::vector<std::uint8_t>& cmyk) {
  std::vector<std::uint8_t> rgb;
  rgb.reserve(cmyk.size() / 4 * 3);
  for (std::size_t i = 0; i + 3 < cmyk.size(); i += 4) {
    for (std::size_t c = 0; c < 3; ++c) {
      rgb.push_back(static_cast<std::uint8_t>((cmyk[i + c] * cmyk[i + 3] + 127) / 255));
    }
  }
  return rgb;
}

JpegDecoder make_decoder() {
  JpegDecoder decoder(tjInitDecompress());
  if (!decoder) throw std::bad_alloc();
  return decoder;
}

JpegHeader read_header(const JpegDecoder& decoder, Bytes bytes, const std::string& path) {
  JpegHeader header;
  check(tjDecompressHeader3(decoder.get(), reinterpret_cast<const unsigned char*>(bytes.data()),
                            static_cast<unsigned long>(bytes.size()), &header.width, &header.height,
                            &header.subsampling, &header.colours),
        decoder, path);
  return header;
}

DeclaredSize size_of(const JpegHeader& header) {
  return {static_cast<std::uint64_t>(header.height), static_cast<std::uint64_t>(header.width)};
}

}  // namespace

DeclaredSize jpeg_size(Bytes bytes, const std::string& path) {
  return size_of(read_header(make_decoder(), bytes, path));
}

Picture decode_jpeg(Bytes bytes, const std::string& path, int wanted_side, std::size_t max_pixels) {
  const JpegDecoder decoder = make_decoder();
  const JpegHeader header = read_header(decoder, bytes, path);
  check_pixels(size_of(header), max_pixels, path);
  const tjscalingfactor scale = choose_scale(header, wanted_side);
  const bool is_cmyk = header.colours == TJCS_CMYK || header.colours == TJCS_YCCK;
  Picture picture{.height = TJSCALED(header.height, scale),
                  .width = TJSCALED(header.width, scale),
                  .pixels = {}};
  picture.pixels.resize(static_cast<std::size_t>(picture.height) *
                        static_cast<std::size_t>(picture.width) * (is_cmyk ? 4 : 3));
  // A progressive file can hold thousands of scans that each cost a pass: TJFLAG_LIMITSCANS.
  check(tjDecompress2(decoder.get(), reinterpret_cast<const unsigned char*>(bytes.data()),
                      static_cast<unsigned long>(bytes.size()), picture.pixels.data(), picture.width, 0,
                      picture.height, is_cmyk ? TJPF_CMYK : TJPF_RGB,
                      TJFLAG_STOPONWARNING | TJFLAG_LIMITSCANS),
        decoder, path);
  if (is_cmyk) picture.pixels = cmyk_to_rgb(picture.pixels);
  return picture;
}

}  // namespace llcodes
