#include "llcodes/data/inflate.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

// Deflate cannot do better than 1032 to 1: a larger claim is a lie, found before the allocation.
constexpr std::size_t kBestRatio = 1032;
constexpr int kRawDeflate = -MAX_WBITS;
constexpr int kGzip = 16 + MAX_WBITS;

void check_claim(Bytes compressed, std::size_t size, const std::string& path) {
  if (size / kBestRatio > compressed.size()) {
    throw FormatError(path, "uncompressed size",
                      std::to_string(size) + " bytes from " + std::to_string(compressed.size()),
                      "at most 1032 times the compressed size");
  }
}

/// zlib counts in 32 bits, so input and output are handed over in pieces.
class Inflater {
 public:
  Inflater(Bytes compressed, int window_bits, const std::string& path)
      : rest_(compressed), path_(path) {
    if (inflateInit2(&stream_, window_bits) != Z_OK) throw std::bad_alloc();
  }
  ~Inflater() { inflateEnd(&stream_); }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  /// Fills `out` entirely and reaches the end of the stream just then.
  void fill(std::vector<std::byte>& out) {
    std::size_t written = 0;
    int status = Z_OK;
    std::byte overflow;  // room to notice a stream that is longer than it claims
    while (status == Z_OK) {
      offer_input();
      const bool full = written == out.size();
      const std::size_t room = full ? 1 : std::min(out.size() - written, kPiece);
      stream_.next_out = reinterpret_cast<Bytef*>(full ? &overflow : out.data() + written);
      stream_.avail_out = static_cast<uInt>(room);
      status = inflate(&stream_, Z_NO_FLUSH);
      written += room - stream_.avail_out;
      if (written > out.size()) fail("more than " + std::to_string(out.size()) + " bytes");
    }
    if (status != Z_STREAM_END) fail(stream_.msg ? stream_.msg : "a stream that ends too early");
    if (written != out.size()) fail(std::to_string(written) + " bytes");
    if (stream_.avail_in + rest_.size() != 0) fail("further bytes after the stream");
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 30;

  void offer_input() {
    if (stream_.avail_in != 0 || rest_.empty()) return;
    const std::size_t count = std::min(rest_.size(), kPiece);
    stream_.next_in = reinterpret_cast<Bytef*>(const_cast<std::byte*>(rest_.data()));
    stream_.avail_in = static_cast<uInt>(count);
    rest_ = rest_.subspan(count);
  }

  [[noreturn]] void fail(const std::string& found) const {
    throw FormatError(path_, "compressed data", found, "a whole deflate stream of the stated size");
  }

  z_stream stream_{};
  Bytes rest_;
  std::string path_;
};

std::vector<std::byte> inflate_all(Bytes compressed, std::size_t size, int window_bits,
                                   const std::string& path) {
  check_claim(compressed, size, path);
  std::vector<std::byte> out(size);
  Inflater(compressed, window_bits, path).fill(out);
  return out;
}

}  // namespace

std::vector<std::byte> inflate_raw(Bytes compressed, std::size_t size, const std::string& path) {
  return inflate_all(compressed, size, kRawDeflate, path);
}

std::vector<std::byte> gunzip(Bytes compressed, const std::string& path) {
  constexpr std::size_t kShortest = 18;  // header and trailer
  ByteReader reader(compressed, path);
  reader.take(std::max(compressed.size(), kShortest) - 4, "gzip data");
  const std::size_t size = reader.take_little(4, "gzip size");  // modulo 2^32, so at most 4 GiB
  return inflate_all(compressed, size, kGzip, path);
}

bool is_gzip(Bytes bytes) {
  return bytes.size() > 2 && bytes[0] == std::byte{0x1F} && bytes[1] == std::byte{0x8B};
}

}  // namespace llcodes
