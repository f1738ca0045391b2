// Packed binary codes.
//
// The paper's codes live in {-1,+1}^k. Here bit j of a code is 1 where the paper has +1 and 0 where
// it has -1, and sign(0) = +1. A code of k bits takes ceil(k / 64) 64-bit words; bit j is bit
// (j mod 64) of word (j / 64); unused high bits are zero. Any k from 1 to 256.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace llcodes {

using Word = std::uint64_t;
using CodeView = std::span<const Word>;

inline constexpr int kMaxBits = 256;
inline constexpr int kBitsPerWord = 64;

constexpr int words_for_bits(int num_bits) { return (num_bits + kBitsPerWord - 1) / kBitsPerWord; }

/// Throws std::invalid_argument unless 1 <= num_bits <= kMaxBits.
void check_num_bits(int num_bits);

/// Number of bits in which two codes of the same width differ.
int hamming_distance(CodeView a, CodeView b);

/// Code as text, bit 0 first: "0110...".
std::string to_text(CodeView code, int num_bits);

/// A list of packed codes of one width, row-major in one array.
class Codes {
 public:
  /// `count` codes of all zero bits.
  explicit Codes(int num_bits, std::size_t count = 0);

  /// Takes over packed words; throws std::invalid_argument if their number is no multiple of the
  /// words per code or an unused high bit is set.
  Codes(int num_bits, std::vector<Word> words);

  /// Parses lines of '0' and '1', bit 0 first, all of one length.
  static Codes from_text(const std::vector<std::string>& lines);

  int num_bits() const { return num_bits_; }
  int words_per_code() const { return words_per_code_; }
  std::size_t size() const { return words_.size() / static_cast<std::size_t>(words_per_code_); }
  bool empty() const { return words_.empty(); }

  CodeView operator[](std::size_t index) const;
  std::span<Word> operator[](std::size_t index);

  bool bit(std::size_t index, int bit) const;
  void set_bit(std::size_t index, int bit, bool value);
  void push_back(CodeView code);

  std::span<const Word> words() const { return words_; }

  bool operator==(const Codes&) const = default;

 private:
  int num_bits_;
  int words_per_code_;
  std::vector<Word> words_;
};

/// B(z) of the paper, packed: `projections` is [n, num_bits] row-major, sign(0) = +1.
/// Throws std::invalid_argument on a NaN or infinite value, naming row and column.
Codes binarize(std::span<const float> projections, int num_bits);

/// The reverse: codes as -1 / +1 floats, [n, num_bits] row-major.
std::vector<float> to_signs(const Codes& codes);

}  // namespace llcodes
