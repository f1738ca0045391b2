#include "llcodes/search/row_codes.h"

#include <algorithm>
#include <bit>
#include <cassert>

#include "llcodes/core/error.h"

namespace llcodes {

RowCodes::RowCodes(int num_bits, std::size_t count) : num_bits_(num_bits), size_(0) {
  resize(count);
}

RowCodes::RowCodes(const Container& container, const std::string& name, int num_bits)
    : num_bits_(num_bits) {
  if (is_narrow()) {
    narrow_ = Storage<std::uint32_t>(container, name, {-1});
    size_ = narrow_.size();
  } else {
    wide_ = Storage<Word>(container, name, {-1, words_per_code()});
    size_ = wide_.size() / static_cast<std::size_t>(words_per_code());
  }
}

void RowCodes::get(std::size_t row, Word* code) const {
  assert(row < size_);
  if (is_narrow()) {
    *code = narrow_[row];
  } else {
    const auto width = static_cast<std::size_t>(words_per_code());
    std::copy_n(wide_.data() + row * width, width, code);
  }
}

void RowCodes::set(std::size_t row, const Word* code) {
  assert(row < size_);
  if (is_narrow()) {
    narrow_.edit()[row] = static_cast<std::uint32_t>(*code);
  } else {
    const auto width = static_cast<std::size_t>(words_per_code());
    std::copy_n(code, width, wide_.edit().data() + row * width);
  }
}

RowCodes::Writer RowCodes::writer() {
  if (is_narrow()) return {narrow_.edit().data(), nullptr, 1};
  return {nullptr, wide_.edit().data(), static_cast<std::size_t>(words_per_code())};
}

void RowCodes::Writer::put(std::size_t begin, std::size_t count, const Word* words) const {
  if (wide) {
    std::copy_n(words, count * width, wide + begin * width);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      narrow[begin + i] = static_cast<std::uint32_t>(words[i]);
    }
  }
}

void RowCodes::append(const Word* code) {
  ++size_;
  if (is_narrow()) {
    narrow_.edit().push_back(static_cast<std::uint32_t>(*code));
  } else {
    std::vector<Word>& words = wide_.edit();
    words.insert(words.end(), code, code + words_per_code());
  }
}

void RowCodes::resize(std::size_t count) {
  size_ = count;
  if (is_narrow()) {
    narrow_.edit().resize(count);
  } else {
    wide_.edit().resize(count * static_cast<std::size_t>(words_per_code()));
  }
}

int RowCodes::distance(const Word* query, std::size_t row) const {
  assert(row < size_);
  if (is_narrow()) return std::popcount(static_cast<std::uint32_t>(*query) ^ narrow_[row]);
  const auto width = static_cast<std::size_t>(words_per_code());
  return hamming_distance({query, width}, {wide_.data() + row * width, width});
}

ScanArray RowCodes::array() const {
  if (is_narrow()) return {.narrow = narrow_.data(), .count = size_};
  return {.wide = wide_.data(), .count = size_, .words = words_per_code()};
}

void RowCodes::save(ContainerWriter& writer, const std::string& name) const {
  const auto count = static_cast<std::int64_t>(size_);
  if (is_narrow()) {
    writer.add_view(name, {count}, narrow_.view());
  } else {
    writer.add_view(name, {count, words_per_code()}, wide_.view());
  }
}

void RowCodes::verify(const std::string& path, const std::string& name) const {
  const int lane = is_narrow() ? kNarrowBits : kBitsPerWord * words_per_code();
  if (num_bits_ == lane) return;
  const int used = is_narrow() ? num_bits_ : num_bits_ % kBitsPerWord;
  std::vector<Word> code(static_cast<std::size_t>(words_per_code()));
  for (std::size_t row = 0; row < size_; ++row) {
    get(row, code.data());
    if (code.back() >> used == 0) continue;
    throw FormatError(path, "tensor " + shown(name),
                      "a bit beyond the code in row " + std::to_string(row),
                      std::to_string(num_bits_) + " bits a code");
  }
}

}  // namespace llcodes
