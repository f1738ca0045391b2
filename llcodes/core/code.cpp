#include "llcodes/core/code.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <stdexcept>

#include "llcodes/core/error.h"

namespace llcodes {
namespace {

/// The bits of the last word that belong to the code.
Word last_word_mask(int num_bits) {
  const int used = num_bits % kBitsPerWord;
  return used == 0 ? ~Word{0} : (Word{1} << used) - 1;
}

void check_words(int num_bits, std::span<const Word> words) {
  const auto words_per_code = static_cast<std::size_t>(words_for_bits(num_bits));
  if (words.size() % words_per_code != 0) {
    throw std::invalid_argument("packed codes of " + std::to_string(num_bits) + " bits: found " +
                                std::to_string(words.size()) + " words, expected a multiple of " +
                                std::to_string(words_per_code));
  }
  const Word unused = ~last_word_mask(num_bits);
  for (std::size_t i = words_per_code - 1; i < words.size(); i += words_per_code) {
    if ((words[i] & unused) == 0) continue;
    throw std::invalid_argument("packed code " + std::to_string(i / words_per_code) +
                                ": a bit beyond the " + std::to_string(num_bits) +
                                " bits of the code is set, expected zeros there");
  }
}

[[noreturn]] void throw_not_finite(std::size_t row, std::size_t column, float value) {
  throw std::invalid_argument("binarize: the projection in row " + std::to_string(row) +
                              ", column " + std::to_string(column) + " is " +
                              std::to_string(value) + ", expected a finite number");
}

void parse_line(const std::string& line, std::size_t row, Codes& codes) {
  if (line.size() != static_cast<std::size_t>(codes.num_bits())) {
    throw std::invalid_argument("code " + std::to_string(row) + " has " +
                                std::to_string(line.size()) + " bits, expected " +
                                std::to_string(codes.num_bits()) + " as in code 0");
  }
  for (int bit = 0; bit < codes.num_bits(); ++bit) {
    const char digit = line[static_cast<std::size_t>(bit)];
    if (digit != '0' && digit != '1') {
      throw std::invalid_argument("code " + std::to_string(row) + ", bit " + std::to_string(bit) +
                                  ": found " + shown({&digit, 1}) + ", expected 0 or 1");
    }
    codes.set_bit(row, bit, digit == '1');
  }
}

}  // namespace

void check_num_bits(int num_bits) {
  if (num_bits >= 1 && num_bits <= kMaxBits) return;
  throw std::invalid_argument("number of bits: found " + std::to_string(num_bits) +
                              ", expected 1 to " + std::to_string(kMaxBits));
}

int hamming_distance(CodeView a, CodeView b) {
  assert(a.size() == b.size());
  int distance = 0;
  for (std::size_t i = 0; i < a.size(); ++i) distance += std::popcount(a[i] ^ b[i]);
  return distance;
}

std::string to_text(CodeView code, int num_bits) {
  std::string text;
  for (int bit = 0; bit < num_bits; ++bit) {
    text += static_cast<char>('0' + (code[bit / kBitsPerWord] >> bit % kBitsPerWord & 1));
  }
  return text;
}

Codes::Codes(int num_bits, std::size_t count)
    : num_bits_((check_num_bits(num_bits), num_bits)),
      words_per_code_(words_for_bits(num_bits)),
      words_(count * static_cast<std::size_t>(words_per_code_)) {}

Codes::Codes(int num_bits, std::vector<Word> words)
    : num_bits_((check_num_bits(num_bits), num_bits)),
      words_per_code_(words_for_bits(num_bits)),
      words_(std::move(words)) {
  check_words(num_bits_, words_);
}

Codes Codes::from_text(const std::vector<std::string>& lines) {
  if (lines.empty()) {
    throw std::invalid_argument("codes from text: found no line, expected at least one code");
  }
  Codes codes(static_cast<int>(std::min<std::size_t>(lines[0].size(), kMaxBits + 1)), lines.size());
  for (std::size_t row = 0; row < lines.size(); ++row) parse_line(lines[row], row, codes);
  return codes;
}

CodeView Codes::operator[](std::size_t index) const {
  assert(index < size());
  const auto width = static_cast<std::size_t>(words_per_code_);
  return {words_.data() + index * width, width};
}

std::span<Word> Codes::operator[](std::size_t index) {
  assert(index < size());
  const auto width = static_cast<std::size_t>(words_per_code_);
  return {words_.data() + index * width, width};
}

bool Codes::bit(std::size_t index, int bit) const {
  assert(bit >= 0 && bit < num_bits_);
  return (*this)[index][bit / kBitsPerWord] >> bit % kBitsPerWord & 1;
}

void Codes::set_bit(std::size_t index, int bit, bool value) {
  assert(bit >= 0 && bit < num_bits_);
  Word& word = (*this)[index][bit / kBitsPerWord];
  const Word mask = Word{1} << bit % kBitsPerWord;
  word = value ? word | mask : word & ~mask;
}

void Codes::push_back(CodeView code) {
  assert(code.size() == static_cast<std::size_t>(words_per_code_));
  const std::vector<Word> copy(code.begin(), code.end());  // `code` may be one of our own
  words_.insert(words_.end(), copy.begin(), copy.end());
}

Codes binarize(std::span<const float> projections, int num_bits) {
  check_num_bits(num_bits);
  const auto width = static_cast<std::size_t>(num_bits);
  if (projections.size() % width != 0) {
    throw std::invalid_argument("binarize: found " + std::to_string(projections.size()) +
                                " projections, expected a multiple of " + std::to_string(width));
  }
  Codes codes(num_bits, projections.size() / width);
  for (std::size_t row = 0; row < codes.size(); ++row) {
    const std::span<Word> code = codes[row];
    for (std::size_t column = 0; column < width; ++column) {
      const float value = projections[row * width + column];
      if (!std::isfinite(value)) throw_not_finite(row, column, value);
      code[column / kBitsPerWord] |= Word{value >= 0} << column % kBitsPerWord;
    }
  }
  return codes;
}

std::vector<float> to_signs(const Codes& codes) {
  std::vector<float> signs;
  signs.reserve(codes.size() * static_cast<std::size_t>(codes.num_bits()));
  for (std::size_t row = 0; row < codes.size(); ++row) {
    for (int bit = 0; bit < codes.num_bits(); ++bit) signs.push_back(codes.bit(row, bit) ? 1 : -1);
  }
  return signs;
}

}  // namespace llcodes
