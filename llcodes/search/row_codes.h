// The codes of all rows as a scan reads them: 32-bit lanes for codes of up to 32 bits, 64-bit words
// beyond.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "llcodes/core/code.h"
#include "llcodes/core/container.h"
#include "llcodes/search/code_source.h"
#include "llcodes/search/scan.h"
#include "llcodes/search/storage.h"

namespace llcodes {

inline constexpr int kNarrowBits = 32;

class RowCodes {
 public:
  /// `count` codes of zero bits.
  explicit RowCodes(int num_bits, std::size_t count = 0);
  /// What `save` wrote, in place; checks the shape. Throws FormatError.
  RowCodes(const Container& container, const std::string& name, int num_bits);

  int num_bits() const { return num_bits_; }
  bool is_narrow() const { return num_bits_ <= kNarrowBits; }
  int words_per_code() const { return words_for_bits(num_bits_); }
  std::size_t size() const { return size_; }
  std::size_t bytes() const { return narrow_.bytes() + wide_.bytes(); }
  bool is_mapped() const { return narrow_.is_mapped() || wide_.is_mapped(); }

  void get(std::size_t row, Word* code) const;
  void set(std::size_t row, const Word* code);
  void append(const Word* code);
  void resize(std::size_t count);
  int distance(const Word* query, std::size_t row) const;

  /// Writes packed words into rows that exist; different rows from any thread.
  struct Writer {
    std::uint32_t* narrow;
    Word* wide;
    std::size_t width;

    void put(std::size_t begin, std::size_t count, const Word* words) const;
  };
  Writer writer();

  ScanArray array() const;
  /// Where a row's code lies, to fetch it ahead.
  const char* place(std::size_t row) const {
    if (is_narrow()) return reinterpret_cast<const char*>(narrow_.data() + row);
    return reinterpret_cast<const char*>(wide_.data() +
                                         row * static_cast<std::size_t>(words_per_code()));
  }

  void save(ContainerWriter& writer, const std::string& name) const;
  /// Throws FormatError if an unused high bit is set: distances would exceed num_bits.
  void verify(const std::string& path, const std::string& name) const;

 private:
  int num_bits_;
  std::size_t size_;
  Storage<std::uint32_t> narrow_;
  Storage<Word> wide_;
};

}  // namespace llcodes
