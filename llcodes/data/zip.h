// Reads members of a ZIP archive (what .npz files are): stored or deflated, sizes and CRC checked.
//
// The central directory at the end is the truth; local headers only say where the data starts.
// Refused: encryption, archives in parts, members of 4 GiB and more (zip64).
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "llcodes/data/byte_reader.h"

namespace llcodes {

class ZipArchive {
 public:
  /// `bytes` must outlive the archive. Throws FormatError, as read() does.
  ZipArchive(Bytes bytes, std::string path);

  bool has(const std::string& name) const { return members_.count(name) != 0; }
  std::vector<std::string> names() const;
  /// The uncompressed bytes of a member.
  std::vector<std::byte> read(const std::string& name) const;

 private:
  struct Member {
    std::uint64_t method, crc, compressed_size, size, local_header;
  };
  struct Directory {
    std::size_t count, offset, size;
  };
  Directory find_directory() const;
  void read_member(ByteReader& directory);
  Bytes data_of(const Member& member) const;

  Bytes bytes_;
  std::string path_;
  std::map<std::string, Member> members_;
};

}  // namespace llcodes
