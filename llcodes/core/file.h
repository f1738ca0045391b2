// Files: read whole, map into memory, and replace atomically.
//
// write_atomically is the only way the product writes a file that it will read again: temporary
// file in the same folder, fsync, rename, fsync of the folder. A crash, a kill or a full disk leaves
// the old file as it was. All throw std::system_error with the path and the operation.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

/// A read-only memory map of a whole file; empty files are allowed.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  ~MappedFile();
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;

  std::span<const std::byte> bytes() const { return bytes_; }

 private:
  std::span<const std::byte> bytes_;
};

/// Replaces `path` by the concatenated pieces, or leaves it untouched and throws.
void write_atomically(const std::filesystem::path& path,
                      const std::vector<std::span<const std::byte>>& pieces);
void write_atomically(const std::filesystem::path& path, std::string_view text);

std::string read_text(const std::filesystem::path& path);
std::vector<std::string> read_lines(const std::filesystem::path& path);  ///< without line ends

}  // namespace llcodes
