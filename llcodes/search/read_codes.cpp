#include "llcodes/search/read_codes.h"

#include <algorithm>
#include <mutex>
#include <stdexcept>
#include <vector>

#include "llcodes/core/parallel.h"


namespace llcodes {
namespace {

constexpr std::size_t kChunk = 1 << 16;

/// Progress from several threads.
class SharedProgress {
 public:
  SharedProgress(const ReadOptions& options, std::size_t total)
      : options_(options), total_(total) {}
  void add(std::size_t count) {
    if (!options_.progress) return;
    const std::lock_guard lock(mutex_);
    done_ += count;
    options_.progress({options_.task, done_, total_, "codes", ""});
  }

 private:
  const ReadOptions& options_;
  std::size_t total_;
  std::size_t done_ = 0;
  std::mutex mutex_;
};

}  // namespace

void check_unused_bits(const Word* words, Piece piece, int num_bits) {
  const int used = num_bits % kBitsPerWord;
  if (used == 0) return;
  const auto width = static_cast<std::size_t>(words_for_bits(num_bits));
  for (std::size_t i = 0; i < piece.count; ++i) {
    if (words[i * width + width - 1] >> used == 0) continue;
    throw std::invalid_argument("read codes: code " + std::to_string(piece.begin + i) +
                                " has a bit beyond its " + std::to_string(num_bits) + " bits");
  }
}

void for_each_chunk(
    const CodeSource& source, const ReadOptions& options,
    const std::function<void(std::size_t begin, std::size_t count, const Word* words)>& take) {
  const auto width = static_cast<std::size_t>(words_for_bits(source.num_bits()));
  SharedProgress progress(options, source.size());
  const std::size_t chunks = (source.size() + kChunk - 1) / kChunk;
  for_each_in_parallel(chunks, [&](std::size_t chunk) {
    static thread_local std::vector<Word> words;
    const std::size_t begin = chunk * kChunk;
    const std::size_t count = std::min(kChunk, source.size() - begin);
    words.resize(std::max(words.size(), count * width));
    source.read(begin, count, words.data());
    check_unused_bits(words.data(), {begin, count}, source.num_bits());
    take(begin, count, words.data());
    progress.add(count);
  }, thread_count(options.threads));
}

RowCodes read_codes(const CodeSource& source, const ReadOptions& options) {
  RowCodes codes(source.num_bits(), source.size());
  const RowCodes::Writer writer = codes.writer();
  for_each_chunk(source, options, [&](std::size_t begin, std::size_t count, const Word* words) {
    writer.put(begin, count, words);
  });
  return codes;
}

void RowCodesSource::read(std::size_t begin, std::size_t count, Word* out) const {
  const auto width = static_cast<std::size_t>(codes_.words_per_code());
  for (std::size_t i = 0; i < count; ++i) codes_.get(begin + i, out + i * width);
}

}  // namespace llcodes
