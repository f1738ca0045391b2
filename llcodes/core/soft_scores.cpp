#include "llcodes/core/soft_scores.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace llcodes {
namespace {

constexpr int kBitsPerByte = 8;
using PartialSums = std::array<float, 256>;

int num_bytes(int num_bits) { return (num_bits + kBitsPerByte - 1) / kBitsPerByte; }

int bits_in_byte(int byte, int num_bits) {
  return std::min(kBitsPerByte, num_bits - byte * kBitsPerByte);
}

std::uint8_t byte_of(CodeView code, int byte) {
  return static_cast<std::uint8_t>(code[byte / 8] >> byte % 8 * kBitsPerByte);
}

/// sums[v] = ((±z[0]) ± z[1]) ± ..., a plus where the bit of v is set.
void fill_partial_sums(const float* z, int bits, PartialSums& sums) {
  sums[0] = 0;
  for (int bit = 0; bit < bits; ++bit) {
    const std::size_t half = std::size_t{1} << bit;
    for (std::size_t value = 0; value < half; ++value) {
      sums[value + half] = sums[value] + z[bit];
      sums[value] -= z[bit];
    }
  }
}

float partial_sum(std::uint8_t value, const float* z, int bits) {
  float sum = 0;
  for (int bit = 0; bit < bits; ++bit) sum += value >> bit & 1 ? z[bit] : -z[bit];
  return sum;
}

// Classes whose scores stay in the first-level cache while all bytes are added.
constexpr std::size_t kBlock = 2048;

void set_byte(const PartialSums& sums, const std::uint8_t* values, std::span<float> scores) {
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] = sums[values[i]];
}

void add_byte(const PartialSums& sums, const std::uint8_t* values, std::span<float> scores) {
  for (std::size_t i = 0; i < scores.size(); ++i) scores[i] += sums[values[i]];
}

/// The maximum by eight running ones, which the compiler keeps in registers side by side.
float highest(std::span<const float> scores) {
  constexpr std::size_t kRunning = 8;
  std::array<float, kRunning> running;
  running.fill(scores[0]);
  std::size_t i = 0;
  for (; i + kRunning <= scores.size(); i += kRunning) {
    for (std::size_t j = 0; j < kRunning; ++j) {
      running[j] = running[j] < scores[i + j] ? scores[i + j] : running[j];
    }
  }
  const float tail =
      *std::max_element(scores.begin() + static_cast<std::ptrdiff_t>(i) - (i > 0), scores.end());
  return std::max(tail, *std::ranges::max_element(running));
}

float inner_product(const float* vector, const float* z, int num_bits) {
  float sum = 0;
  for (int bit = 0; bit < num_bits; ++bit) sum += vector[bit] * z[bit];
  return sum;
}

}  // namespace

float soft_score(CodeView code, const float* z, int num_bits) {
  float score = 0;
  for (int byte = 0; byte < num_bytes(num_bits); ++byte) {
    score +=
        partial_sum(byte_of(code, byte), z + byte * kBitsPerByte, bits_in_byte(byte, num_bits));
  }
  return score;
}

float soft_score(const Codebook& codebook, std::size_t label, const float* z) {
  const std::size_t learnt = codebook.num_classes() - codebook.num_added();
  if (label < learnt) return soft_score(codebook.codes()[label], z, codebook.num_bits());
  const auto num_bits = static_cast<std::size_t>(codebook.num_bits());
  return inner_product(codebook.added_vectors().data() + (label - learnt) * num_bits, z,
                       codebook.num_bits());
}

SoftScorer::SoftScorer(const Codebook& codebook) : SoftScorer(codebook.codes()) {
  added_vectors_.assign(codebook.added_vectors().begin(), codebook.added_vectors().end());
}

SoftScorer::SoftScorer(const Codes& class_codes)
    : num_bits_(class_codes.num_bits()),
      num_classes_(class_codes.size()),
      bytes_(static_cast<std::size_t>(num_bytes(num_bits_)),
             std::vector<std::uint8_t>(num_classes_)) {
  for (std::size_t label = 0; label < num_classes_; ++label) {
    for (int byte = 0; byte < num_bytes(num_bits_); ++byte) {
      bytes_[static_cast<std::size_t>(byte)][label] = byte_of(class_codes[label], byte);
    }
  }
}

void SoftScorer::scores(const float* z, std::span<float> scores) const {
  std::array<PartialSums, kMaxBits / kBitsPerByte> sums;
  for (int byte = 0; byte < num_bytes(num_bits_); ++byte) {
    fill_partial_sums(z + byte * kBitsPerByte, bits_in_byte(byte, num_bits_),
                      sums[static_cast<std::size_t>(byte)]);
  }
  for (std::size_t begin = 0; begin < num_classes_; begin += kBlock) {
    const auto block = scores.subspan(begin, std::min(kBlock, num_classes_ - begin));
    set_byte(sums[0], bytes_[0].data() + begin, block);
    for (std::size_t byte = 1; byte < bytes_.size(); ++byte) {
      add_byte(sums[byte], bytes_[byte].data() + begin, block);
    }
  }
  const auto num_bits = static_cast<std::size_t>(num_bits_);
  const std::size_t learnt = num_classes_ - added_vectors_.size() / num_bits;
  for (std::size_t label = learnt; label < num_classes_; ++label) {
    scores[label] =
        inner_product(added_vectors_.data() + (label - learnt) * num_bits, z, num_bits_);
  }
}

BestScore best_of(std::span<const float> scores) {
  const float best = highest(scores);
  const auto first = std::ranges::find(scores, best) - scores.begin();
  const auto ties = std::ranges::count(scores, best);
  return {best, static_cast<std::int32_t>(first), static_cast<std::int32_t>(ties)};
}

double posterior(std::span<const float> scores, float score) {
  const float best = highest(scores);
  double sum = 0;
  for (const float other : scores) sum += std::exp((other - best) / 2);
  return std::exp((score - best) / 2) / sum;
}

}  // namespace llcodes
