// Codes in a file of another program, memory-mapped and read piece by piece: NumPy's packed bits, or
// a binary index of FAISS. Both are checked as bytes from outside.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "llcodes/core/file.h"
#include "llcodes/exchange/packed_rows.h"
#include "llcodes/search/code_source.h"

namespace llcodes {

struct PackedFileOptions {
  int num_bits = 0;  ///< 0: eight for each byte of a row
  BitOrder order = BitOrder::kBig;
};

class PackedFile : public CodeSource {
 public:
  /// Finds out which kind of file it is by its first bytes. Throws FormatError, std::system_error,
  /// or std::invalid_argument if a row has fewer bits than asked for.
  static PackedFile open(const std::filesystem::path& path, const PackedFileOptions& options = {});

  int num_bits() const override { return rows_.num_bits; }
  std::size_t size() const override { return rows_.size(); }
  void read(std::size_t begin, std::size_t count, Word* out) const override;

  /// All codes in memory.
  Codes codes() const;
  /// As FAISS's IndexBinaryIDMap keeps them, one a code; else empty.
  const std::vector<std::int64_t>& ids() const { return ids_; }

 private:
  PackedFile() = default;

  std::string path_;
  std::shared_ptr<const MappedFile> file_;
  PackedRows rows_;
  std::vector<std::int64_t> ids_;
};

/// True if the file begins as one that PackedFile::open reads.
bool is_packed_file(const std::filesystem::path& path);

/// Replaces `path` by an array uint8 [n, ceil(num_bits / 8)], as numpy.packbits(x, axis=1) gives it.
void write_numpy_bits(const std::filesystem::path& path, const Codes& codes, BitOrder order);

}  // namespace llcodes
