#include "llcodes/learn/codebooks/assignment.h"

#include <stdexcept>
#include <string>
#include <vector>

#include "llcodes/core/random.h"

namespace llcodes {
namespace {

constexpr std::uint64_t kWordOrder = 7, kPartners = 8;
constexpr std::size_t kAllPairsLimit = 4096, kSampledPartners = 256;
constexpr int kMaxSweeps = 60;

Codes shuffled(const Codes& pool, std::size_t num_classes, std::uint64_t seed) {
  if (pool.size() < num_classes) {
    throw std::invalid_argument("a pool of " + std::to_string(pool.size()) + " words for " +
                                std::to_string(num_classes) + " classes; give more --bits");
  }
  Codes codes(pool.num_bits());
  for (const std::uint32_t index : permutation(pool.size(), seed, kWordOrder)) {
    codes.push_back(pool[index]);
  }
  return codes;
}

/// Local search by exchanges. Words that nobody has belong to phantom classes without similarity.
class Exchanges {
 public:
  Exchanges(const Codes& words, std::span<const float> similarity, std::size_t num_classes)
      : similarity_(similarity),
        classes_(num_classes),
        bits_(static_cast<std::size_t>(words.num_bits())),
        word_(words.size()),
        signs_(to_signs(words)),
        pull_(words.size() * bits_) {
    for (std::size_t i = 0; i < word_.size(); ++i) word_[i] = i;
    for (std::size_t i = 0; i < classes_; ++i) {
      for (std::size_t j = 0; j < classes_; ++j) add_to_pull(i, similarity_of(i, j), j);
    }
  }

  /// Tries every pair once (or a sample); true if something was exchanged.
  bool sweep(std::uint64_t seed, int number) {
    bool changed = false;
    for (std::size_t a = 0; a < classes_; ++a) {
      if (word_.size() <= kAllPairsLimit) {
        for (std::size_t b = a + 1; b < word_.size(); ++b) changed |= exchange_if_better(a, b);
        continue;
      }
      Random random(seed + kPartners, static_cast<std::uint64_t>(number), a);
      for (std::size_t i = 0; i < kSampledPartners; ++i) {
        changed |= exchange_if_better(a, random.below(word_.size()));
      }
    }
    return changed;
  }

  std::size_t word_of(std::size_t label) const { return word_[label]; }

 private:
  float similarity_of(std::size_t a, std::size_t b) const {
    return a == b || a >= classes_ || b >= classes_ ? 0 : similarity_[a * classes_ + b];
  }

  const float* word(std::size_t label) const { return signs_.data() + word_[label] * bits_; }

  /// pull_a is the sum over m of similarity(a, m) word_m: where class a would like to be.
  void add_to_pull(std::size_t label, float weight, std::size_t other) {
    float* pull = pull_.data() + label * bits_;
    const float* signs = word(other);
    for (std::size_t j = 0; j < bits_; ++j) pull[j] += weight * signs[j];
  }

  /// Half of what the objective gains if a and b exchange words:
  /// <word_b - word_a, pull_a - pull_b> - similarity(a, b) |word_b - word_a|^2.
  float gain(std::size_t a, std::size_t b) const {
    const float *word_a = word(a), *word_b = word(b);
    const float *pull_a = pull_.data() + a * bits_, *pull_b = pull_.data() + b * bits_;
    float moved = 0, apart = 0;
    for (std::size_t j = 0; j < bits_; ++j) {
      const float difference = word_b[j] - word_a[j];
      moved += difference * (pull_a[j] - pull_b[j]);
      apart += difference * difference;
    }
    return moved - similarity_of(a, b) * apart;
  }

  bool exchange_if_better(std::size_t a, std::size_t b) {
    constexpr float kRounding = 1e-3f;  // keeps equal exchanges from going on for ever
    if (a == b || gain(a, b) <= kRounding) return false;
    // Right for m = a and m = b too, as similarity_of(a, a) is 0.
    for (std::size_t m = 0; m < classes_; ++m) {
      const float change = similarity_of(m, a) - similarity_of(m, b);
      add_to_pull(m, change, b);
      add_to_pull(m, -change, a);
    }
    std::swap(word_[a], word_[b]);
    return true;
  }

  std::span<const float> similarity_;
  std::size_t classes_, bits_;
  std::vector<std::size_t> word_;
  std::vector<float> signs_;
  std::vector<float> pull_;
};

}  // namespace

Codes assign_randomly(const Codes& pool, std::size_t num_classes, std::uint64_t seed) {
  const Codes words = shuffled(pool, num_classes, seed);
  Codes codes(pool.num_bits());
  for (std::size_t label = 0; label < num_classes; ++label) codes.push_back(words[label]);
  return codes;
}

Codes assign_semantically(const Codes& pool, std::span<const float> similarity,
                          std::size_t num_classes, std::uint64_t seed) {
  if (similarity.size() != num_classes * num_classes) {
    throw std::invalid_argument("assignment of words: " + std::to_string(similarity.size()) +
                                " similarities of " + std::to_string(num_classes) + " classes");
  }
  const Codes words = shuffled(pool, num_classes, seed);
  Exchanges exchanges(words, similarity, num_classes);
  for (int sweep = 0; sweep < kMaxSweeps && exchanges.sweep(seed, sweep); ++sweep) {
  }
  Codes codes(pool.num_bits());
  for (std::size_t label = 0; label < num_classes; ++label) {
    codes.push_back(words[exchanges.word_of(label)]);
  }
  return codes;
}

}  // namespace llcodes
