#include "llcodes/search/code_source.h"

#include <algorithm>

namespace llcodes {
namespace {

void copy_words(const Word* words, int words_per_code, std::size_t begin, std::size_t count,
                Word* out) {
  const auto width = static_cast<std::size_t>(words_per_code);
  std::copy_n(words + begin * width, count * width, out);
}

}  // namespace

void MemorySource::read(std::size_t begin, std::size_t count, Word* out) const {
  copy_words(codes_.words().data(), codes_.words_per_code(), begin, count, out);
}

FileSource::FileSource(const std::filesystem::path& path, Verify verify)
    : container_(Container::open(path, "llcodes.codes", verify)),
      num_bits_(static_cast<int>(container_.metadata_integer("num_bits", {1, kMaxBits}))) {
  const auto words = container_.values<Word>("codes", {-1, words_for_bits(num_bits_)});
  size_ = words.size() / static_cast<std::size_t>(words_for_bits(num_bits_));
  words_ = words.data();
}

void FileSource::read(std::size_t begin, std::size_t count, Word* out) const {
  copy_words(words_, words_for_bits(num_bits_), begin, count, out);
}

}  // namespace llcodes
