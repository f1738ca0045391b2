#include "bench/search_problem.h"

#include <cmath>
#include <utility>
#include <vector>

#include "llcodes/core/random.h"

namespace llcodes::bench {
namespace {

constexpr std::size_t kClasses = 1000;

Word low_bits(int num_bits) { return num_bits == 64 ? ~Word{0} : (Word{1} << num_bits) - 1; }

/// A mask whose bits are set with the probability, by the gaps between set bits (geometric).
Word flips(Random& random, int num_bits, double log_keep) {
  Word mask = 0;
  for (double bit = std::log(1 - random.uniform()) / log_keep; bit < num_bits;
       bit += 1 + std::log(1 - random.uniform()) / log_keep) {
    mask |= Word{1} << static_cast<int>(bit);
  }
  return mask;
}

}  // namespace

MadeCodes::MadeCodes(const Options& options)
    : options_(options), classes_(options.num_bits, kClasses) {
  Random random(7, static_cast<std::uint64_t>(options.num_bits), 0);  // the same for all seeds
  for (std::size_t i = 0; i < kClasses; ++i) {
    classes_[i][0] = random.next() & low_bits(options.num_bits);
  }
}

void MadeCodes::read(std::size_t begin, std::size_t count, Word* out) const {
  const double log_keep = std::log1p(-options_.flip);
  for (std::size_t i = 0; i < count; ++i) {
    Random random(options_.seed, 1, begin + i);
    if (options_.flip == 0) {
      out[i] = random.next() & low_bits(options_.num_bits);
    } else {
      const Word centre = classes_[random.below(kClasses)][0];
      out[i] = centre ^ flips(random, options_.num_bits, log_keep);
    }
  }
}

Codes all_of(const CodeSource& source) {
  std::vector<Word> words(source.size());
  source.read(0, source.size(), words.data());
  return Codes(source.num_bits(), std::move(words));
}

}  // namespace llcodes::bench
