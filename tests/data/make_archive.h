// Writes small gzip and ZIP archives for tests.
#pragma once

#include <zlib.h>

#include <cstdint>
#include <string>
#include <vector>

namespace llcodes::test {

inline std::string little(std::uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; ++i) text += static_cast<char>(value >> (8 * i) & 255);
  return text;
}

/// `window_bits`: -15 for raw deflate, 31 for gzip.
inline std::string compress_with(const std::string& text, int window_bits) {
  z_stream stream{};
  deflateInit2(&stream, 9, Z_DEFLATED, window_bits, 8, Z_DEFAULT_STRATEGY);
  std::string out(deflateBound(&stream, text.size()) + 32, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  deflate(&stream, Z_FINISH);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

inline std::string gzip(const std::string& text) { return compress_with(text, 31); }

struct ZipMember {
  std::string name;
  std::string content;
  bool deflated = false;
  std::uint64_t claimed_size = 0;  ///< instead of the true one, if not 0
};

inline std::string make_zip(const std::vector<ZipMember>& members) {
  std::string archive, directory;
  for (const ZipMember& member : members) {
    const std::string data = member.deflated ? compress_with(member.content, -15) : member.content;
    const auto* content = reinterpret_cast<const Bytef*>(member.content.data());
    const std::uint64_t size = member.claimed_size ? member.claimed_size : member.content.size();
    const std::string common = little(0, 2) + little(member.deflated ? 8 : 0, 2) + little(0, 4) +
                               little(crc32_z(0, content, member.content.size()), 4) +
                               little(data.size(), 4) + little(size, 4) +
                               little(member.name.size(), 2) + little(0, 2);
    directory += "PK\1\2" + little(20, 2) + little(20, 2) + common + std::string(10, '\0') +
                 little(archive.size(), 4) + member.name;
    archive += "PK\3\4" + little(20, 2) + common + member.name + data;
  }
  return archive + directory + "PK\5\6" + little(0, 4) + little(members.size(), 2) +
         little(members.size(), 2) + little(directory.size(), 4) + little(archive.size(), 4) +
         little(0, 2);
}

}  // namespace llcodes::test
