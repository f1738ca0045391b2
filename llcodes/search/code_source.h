// Where codes come from when an index is built: in memory, in a mapped file, or made on the fly.
#pragma once

#include <cstddef>
#include <filesystem>

#include "llcodes/core/code.h"
#include "llcodes/core/container.h"

namespace llcodes {

/// Codes that can be read piece by piece, any piece several times, from several threads at once.
class CodeSource {
 public:
  virtual ~CodeSource() = default;
  virtual int num_bits() const = 0;
  virtual std::size_t size() const = 0;
  /// Writes the packed words of the codes [begin, begin + count). Unused high bits must be zero;
  /// the reader checks it.
  virtual void read(std::size_t begin, std::size_t count, Word* out) const = 0;
};

/// Codes in memory, which must outlive the source.
class MemorySource : public CodeSource {
 public:
  explicit MemorySource(const Codes& codes) : codes_(codes) {}
  int num_bits() const override { return codes_.num_bits(); }
  std::size_t size() const override { return codes_.size(); }
  void read(std::size_t begin, std::size_t count, Word* out) const override;

 private:
  const Codes& codes_;
};

/// The codes of an "llcodes.codes" file, memory-mapped.
class FileSource : public CodeSource {
 public:
  /// Throws FormatError or std::system_error.
  explicit FileSource(const std::filesystem::path& path, Verify verify = Verify::kAll);
  int num_bits() const override { return num_bits_; }
  std::size_t size() const override { return size_; }
  void read(std::size_t begin, std::size_t count, Word* out) const override;

 private:
  Container container_;
  int num_bits_;
  std::size_t size_;
  const Word* words_;
};

}  // namespace llcodes
