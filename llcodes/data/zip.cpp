#include "llcodes/data/zip.h"

#include <zlib.h>

#include "llcodes/core/error.h"
#include "llcodes/data/inflate.h"

namespace llcodes {
namespace {

constexpr std::string_view kEndSignature("PK\5\6", 4);
constexpr std::string_view kEntrySignature("PK\1\2", 4);
constexpr std::string_view kLocalSignature("PK\3\4", 4);
constexpr std::size_t kEndSize = 22;
constexpr std::size_t kLongestComment = 65535;
constexpr std::uint64_t kStored = 0, kDeflated = 8;
constexpr std::uint64_t kZip64 = 0xFFFFFFFF;

void expect_signature(ByteReader& reader, std::string_view signature, const std::string& path,
                      const char* field) {
  if (as_text(reader.take(4, field)) != signature) {
    throw FormatError(path, field, "other bytes at byte " + std::to_string(reader.position() - 4),
                      "its signature");
  }
}

/// zlib's crc32_z takes sizes beyond 32 bits.
std::uint64_t crc_of(Bytes bytes) {
  return crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

}  // namespace

ZipArchive::ZipArchive(Bytes bytes, std::string path) : bytes_(bytes), path_(std::move(path)) {
  const Directory directory = find_directory();
  if (directory.offset > bytes_.size() || directory.size > bytes_.size() - directory.offset) {
    throw FormatError(path_, "central directory", "a place beyond the end of the file",
                      "a place inside it (was the file cut short?)");
  }
  ByteReader reader(bytes_.subspan(directory.offset, directory.size), path_);
  for (std::size_t i = 0; i < directory.count; ++i) read_member(reader);
}

std::vector<std::string> ZipArchive::names() const {
  std::vector<std::string> names;
  for (const auto& [name, member] : members_) names.push_back(name);
  return names;
}

/// The end record stands before a comment of at most 65535 bytes.
ZipArchive::Directory ZipArchive::find_directory() const {
  const std::size_t window = std::min(bytes_.size(), kEndSize + kLongestComment);
  const Bytes tail = bytes_.last(window);
  const std::size_t at = as_text(tail).rfind(kEndSignature);
  if (at == std::string_view::npos) {
    throw FormatError(path_, "end record", "none", "a ZIP archive (was the file cut short?)");
  }
  ByteReader reader(tail.subspan(at), path_);
  reader.take(4, "end record");
  const auto disk = reader.take_little(4, "disk numbers");
  reader.take(2, "entries on this disk");
  Directory directory{};
  directory.count = reader.take_little(2, "number of entries");
  directory.size = reader.take_little(4, "directory size");
  directory.offset = reader.take_little(4, "directory offset");
  reader.take(reader.take_little(2, "comment length"), "comment");
  if (disk != 0 || directory.offset == kZip64) {
    throw FormatError(path_, "end record", "an archive in parts or of 4 GiB and more (zip64)",
                      "a single smaller archive; cure: numpy.save one .npy file for each array");
  }
  return directory;
}

void ZipArchive::read_member(ByteReader& reader) {
  expect_signature(reader, kEntrySignature, path_, "central directory");
  Member member{};
  reader.take(4, "versions");
  const auto flags = reader.take_little(2, "flags");
  member.method = reader.take_little(2, "method");
  reader.take(4, "time");
  member.crc = reader.take_little(4, "crc");
  member.compressed_size = reader.take_little(4, "compressed size");
  member.size = reader.take_little(4, "size");
  const std::size_t name_length = reader.take_little(2, "name length");
  const std::size_t extra_length = reader.take_little(2, "extra length");
  const std::size_t comment_length = reader.take_little(2, "comment length");
  reader.take(8, "attributes");
  member.local_header = reader.take_little(4, "local header offset");
  const std::string name = reader.take_text(name_length, "name");
  reader.take(extra_length, "extra field");
  reader.take(comment_length, "comment");
  if (flags & 1) throw FormatError(path_, shown(name), "an encrypted member", "a plain one");
  if (member.size == kZip64 || member.compressed_size == kZip64 || member.local_header == kZip64) {
    throw FormatError(path_, shown(name), "a member of 4 GiB and more (zip64)",
                      "a smaller one; cure: numpy.save it as a .npy file");
  }
  if (!members_.emplace(name, member).second) {
    throw FormatError(path_, shown(name), "two members of this name", "one");
  }
}

Bytes ZipArchive::data_of(const Member& member) const {
  ByteReader reader(bytes_, path_);
  reader.take(member.local_header, "local header");
  expect_signature(reader, kLocalSignature, path_, "local header");
  reader.take(22, "local header");
  const std::size_t name_length = reader.take_little(2, "name length");
  const std::size_t extra_length = reader.take_little(2, "extra length");
  reader.take(name_length, "name");
  reader.take(extra_length, "extra field");
  return reader.take(member.compressed_size, "compressed data");
}

std::vector<std::byte> ZipArchive::read(const std::string& name) const {
  const auto found = members_.find(name);
  if (found == members_.end()) throw FormatError(path_, shown(name), "no such member", "one");
  const Member& member = found->second;
  const Bytes data = data_of(member);
  std::vector<std::byte> bytes;
  if (member.method == kDeflated) {
    bytes = inflate_raw(data, member.size, path_ + ":" + name);
  } else if (member.method == kStored && member.size == member.compressed_size) {
    bytes.assign(data.begin(), data.end());
  } else {
    throw FormatError(path_, shown(name), "compression method " + std::to_string(member.method),
                      "stored or deflated, as numpy.savez writes them");
  }
  if (crc_of(bytes) != member.crc) {
    throw FormatError(path_, shown(name), "bytes with another CRC", "the CRC of the directory");
  }
  return bytes;
}

}  // namespace llcodes
